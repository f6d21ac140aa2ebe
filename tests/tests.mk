# SPDX-License-Identifier: MIT
# The tests of `make test`. Every test prints TAP; tests/run.sh runs them and adds up the results.

TEST_FLAGS := -Itests/unit -Itests/fuzz
build/asan/tests/%.o: HOST_FLAGS += $(TEST_FLAGS)

# Library for tests: all host code except main, with the sanitizers.
TEST_LIBRARY := build/tests/host.a
$(TEST_LIBRARY): tests/tests.mk \
    $(patsubst %.c,build/asan/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR $@)ar rcs $@ $(filter %.o,$^)

# Unit tests with cmocka, one program per file. Shared code is a library, so that each program links
# only what it uses.
UNIT_TESTS := $(patsubst tests/unit/%.c,%,$(sort $(wildcard tests/unit/test_*.c)))
UNIT_LIBRARY := build/tests/unit.a
$(UNIT_LIBRARY): tests/tests.mk $(patsubst %.c,build/asan/%.o,\
    $(filter-out tests/unit/test_%,$(wildcard tests/unit/*.c)) tests/fuzz/fuzz.c \
    tests/fuzz/fuzz_table.c tests/fuzz/fuzz_groups.c tests/fuzz/fuzz_reader.c \
    tests/fuzz/sent_report.c tests/fuzz/sent_log.c)
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR $@)ar rcs $@ $(filter %.o,$^)

build/tests/unit/%: build/asan/tests/unit/%.o $(UNIT_LIBRARY) $(TEST_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -lcmocka -o $@

# Fuzzers. Their inputs are the same in every run; `make fuzz FUZZ_SECONDS=600` tries more of them.
FUZZERS := fuzz_core fuzz_cross fuzz_report fuzz_image fuzz_profile fuzz_record
FUZZ_SECONDS ?= 60
build/tests/fuzz/%: build/asan/tests/fuzz/%.o build/asan/tests/fuzz/fuzz.o \
    build/asan/tests/fuzz/fuzz_main.o build/asan/tests/fuzz/silent_diag.o \
    $(UNIT_LIBRARY) $(TEST_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -o $@

# The core and its fuzzer by clang, without a run-time library: undefined behaviour is an illegal
# instruction, and valgrind can run the program. clang also detects sums with null pointers.
FUZZ_TRAPPING := build/tests/fuzz/fuzz_core_trapping
build/trapping/%.o: %.c Makefile tests/tests.mk
	@mkdir -p $(@D)
	$(call say,CC $@)clang-19 $(HOST_FLAGS) $(TEST_FLAGS) -O1 -gdwarf-4 \
	    -fsanitize=undefined,float-cast-overflow -fsanitize-trap=all -MMD -MP -c $< -o $@
$(FUZZ_TRAPPING): $(patsubst %.c,build/trapping/%.o,$(CORE) $(addprefix tests/fuzz/,fuzz_core.c \
    fuzz.c fuzz_main.c fuzz_table.c fuzz_groups.c fuzz_reader.c) \
    tests/unit/handmade.c tests/unit/model.c)
	@mkdir -p $(@D)
	$(call say,LD $@)clang-19 $^ -o $@

# Computes the right answers for the self-check firmware: the same questions to the host's core.
SELFCHECK := $(patsubst %.c,build/asan/%.o,\
    $(filter-out %/on_board.c,$(wildcard tests/selfcheck/*.c)) tests/selfcheck/host/main.c)
build/asan/tests/selfcheck/host/%.o: HOST_FLAGS += -Itests/selfcheck
build/tests/selfcheck: $(SELFCHECK) $(TEST_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -o $@

# Programs that make, judge and compare mutants of tables. Built without sanitizers, because there
# are many mutants.
MUTANT_PROGRAMS := $(patsubst tests/mutants/programs/%.c,build/tests/mutants/%,\
    $(wildcard tests/mutants/programs/*.c))
build/host/tests/mutants/%.o: HOST_FLAGS += -Itests/mutants $(TEST_FLAGS)
build/tests/mutants/%: build/host/tests/mutants/programs/%.o build/host/tests/fuzz/fuzz.o \
    $(patsubst %.c,build/host/%.o,\
    $(wildcard tests/mutants/*.c) $(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# Proves good tables with a core whose decoder is wrong.
build/tests/decoder_mutants: build/host/tests/mutants/decoder/decoder_mutants.o \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ \
	    -Wl,--wrap=code_decode,--wrap=scan_take,--wrap=shape_find $(LIBS) -o $@
DECODER_MUTANT_IMAGES := build/fw/vexpress-a9/thumb-os/demo.elf \
    build/fw/versatile-r5f/arm-o2/demo.elf \
    build/fw/versatile-r5f/gcc-thumb-o0-lto-soft/asm.elf

# A firmware so small that a test can cut it off after every 64 bytes.
SMALL_LINK := -nostdlib -T linker/insert.ld -Wl,--build-id -Wl,--fatal-warnings -Wl,-Ttext=0x8000 \
    -Wl,--defsym=__bobbin_reserve=512 -Wl,-z,max-page-size=4
build/tests/small.elf: tests/fuzz/small.c linker/insert.ld linker/reserve.c tests/tests.mk
	@mkdir -p $(@D)
	$(call say,LD $@)$(ARM_GCC) $(vexpress-a9_CPU) -mthumb -Os -g -funwind-tables $(SMALL_LINK) \
	    tests/fuzz/small.c linker/reserve.c -o $@

# The template of a port and the example of a firmware's own vectors must compile for the host and
# each board.
TEMPLATES := $(wildcard port/template/*.c)
TEMPLATE_OBJECTS := $(patsubst %.c,build/asan/%.o,$(TEMPLATES)) \
    $(foreach build,$(ONE_BUILD_EACH),$(patsubst %,build/fw/$(build)/%.o,$(TEMPLATES)))

# The demo with tables in other formats.
FOREIGN_BUILD := vexpress-a9/thumb-os
FOREIGN_FIRMWARE := $(FOREIGN:%=build/fw/$(FOREIGN_BUILD)/%.elf) \
    build/fw/$(FOREIGN_BUILD)-exidx/exidx.elf

# Hostile stacks on every board: a tenth of them in `make test`.
HOSTILE_TRACES := 100000
HOSTILE_BUILDS := $(ONE_BUILD_EACH) $(HYP_BUILD)
HOSTILE_LONG_BUILDS := $(HOSTILE_BUILDS) vexpress-a9/arm-o2 versatile-r5f/arm-o2
# $(1) builds $(2) traces $(3) setting of the table
hostile_tests = $(foreach build,$(1),\
    "hostile_$(subst /,_,$(build))$(3:%=_%)=sh tests/target/hostile.sh $(subst /, ,$(build)) \
    $(2) $(3)")
HOSTILE_TESTS = $(call hostile_tests,$(HOSTILE_BUILDS),$$(($(HOSTILE_TRACES) / 10))) \
    $(foreach build,$(HOSTILE_BUILDS),\
    "stray_$(subst /,_,$(build))=sh tests/target/stray.sh $(subst /, ,$(build))")

THREAD_BUILDS := vexpress-a9/thumb-os vexpress-a9/clang-o2 versatile-r5f/arm-o2
CROSSING_COST := build/fw/vexpress-a9/thumb-os/crossing-cost.elf
TAILS_BUILDS := vexpress-a9/thumb-os versatile-r5f/arm-o2 vexpress-a9/clang-os
NESTED_BUILDS := $(ONE_BUILD_EACH) vexpress-a9/clang-o2 versatile-r5f/clang-os

test-programs: build/bobbin build/asan/bobbin $(UNIT_TESTS:%=build/tests/unit/%) \
    $(FUZZERS:%=build/tests/fuzz/%) $(FUZZ_TRAPPING) build/tests/small.elf build/tests/selfcheck \
    build/tests/decoder_mutants $(MUTANT_PROGRAMS) \
    $(TEMPLATE_OBJECTS) build/man/bobbin.1 firmware $(OTHER_FIRMWARE) $(CROSSINGS_FIRMWARE) \
    $(FOREIGN_FIRMWARE) \
    $(THREAD_BUILDS:%=build/fw/%/threads.elf) $(HOSTILE_BUILDS:%=build/fw/%/hostile.elf) \
    $(NESTED_BUILDS:%=build/fw/%/nested.elf) $(TAILS_BUILDS:%=build/fw/%/tails.elf) \
    $(CROSSING_COST) \
    oracle-programs $(EFFECTS) $(DECODER)
	@:

CRASHES := wild null undef overflow garbage assert abort stackprotector
DEMO_BUILDS := $(patsubst build/fw/%/demo.elf,%,$(filter %/demo.elf,$(FIRMWARE)))
$(if $(DEMO_BUILDS),,$(error no build of the demo is tested))
# The kinds whose exception or hook is different.
CRASHES_OTHER := wild null undef overflow abort
# $(1) builds $(2) kinds
crash_tests = $(foreach build,$(1),$(foreach kind,$(2),\
    "crash_$(subst /,_,$(build))_$(kind)=sh tests/target/crash.sh $(subst /, ,$(build)) $(kind)"))
CRASH_TESTS := $(call crash_tests,$(DEMO_BUILDS),$(CRASHES)) \
    $(call crash_tests,$(OTHER_BUILDS) $(HYP_BUILD),$(CRASHES_OTHER))
# Crashes and samples in nested exception handlers.
NESTED_CRASHES := irq nested nested-assert call sampler
NESTED_TESTS := $(foreach build,$(NESTED_BUILDS),$(foreach kind,$(NESTED_CRASHES),\
    "nested_$(subst /,_,$(build))_$(kind)=sh tests/target/nested.sh $(subst /, ,$(build)) $(kind)")\
    "nested_samples_$(subst /,_,$(build))=sh tests/target/nested_samples.sh $(subst /, ,$(build))")
BAD_TABLE_TESTS := $(foreach build,$(ONE_BUILD_EACH),\
    "bad_table_$(subst /,_,$(build))=sh tests/target/bad_table.sh $(subst /, ,$(build))")
CONTEXT_TESTS := $(foreach build,$(DEMO_BUILDS) $(OTHER_BUILDS),\
    "contexts_$(subst /,_,$(build))=sh tests/target/contexts.sh $(subst /, ,$(build))")
# Cores of reports with tasks.
TASK_CORES := vexpress-a9/thumb-os/undef vexpress-a9/clang-o2/wild versatile-r5f/arm-o2/assert
# The core of several reports, and what decode says of registers.
DECODE_CORE_TESTS := $(foreach build,vexpress-a9/thumb-os versatile-r5f/arm-o2,\
    "decode_core_$(subst /,_,$(build))=sh tests/target/decode_core.sh $(subst /, ,$(build))")
TASK_CORE_TESTS := $(foreach core,$(TASK_CORES),\
    "task_core_$(subst /,_,$(core))=sh tests/target/task_core.sh $(subst /, ,$(core))")
# Frames that decode adds to reports.
HOST_FRAMES := vexpress-a9/thumb-os/demo/wild vexpress-a9/thumb-os/demo/undef \
    versatile-r5f/arm-o2/demo/wild vexpress-a9/thumb-os/nested/nested \
    versatile-r5f/thumb-os/nested/irq
HOST_FRAMES_TESTS := $(foreach case,$(HOST_FRAMES),\
    "host_frames_$(subst /,_,$(case))=sh tests/target/host_frames.sh $(subst /, ,$(case))")
# Functions that decode infers from tail calls.
TAILS_TESTS := $(foreach build,$(TAILS_BUILDS),"tails_$(subst /,_,$(build))=sh \
    tests/target/tails.sh $(subst /, ,$(build)) $(if $(findstring clang,$(build)),no-gdb)")
THREAD_TESTS := $(foreach build,$(THREAD_BUILDS),\
    "threads_$(subst /,_,$(build))=sh tests/target/threads.sh $(subst /, ,$(build))")
SELFCHECK_TESTS := $(foreach build,$(DEMO_BUILDS) $(OTHER_BUILDS),\
    "selfcheck_$(subst /,_,$(build))=sh tests/target/selfcheck.sh $(subst /, ,$(build))")
FOREIGN_TESTS := $(foreach format,$(FOREIGN),\
    "foreign_$(format)=sh tests/target/foreign.sh $(subst /, ,$(FOREIGN_BUILD)) $(format)") \
    "foreign_exidx=sh tests/target/foreign.sh $(subst /, ,$(FOREIGN_BUILD))-exidx exidx"
SELFCHECK_SMALL := vexpress-a9/arm-o2 versatile-r5f/clang-os
selfcheck_small = $(foreach build,$(1),\
    "selfcheck_small_$(subst /,_,$(build))=sh tests/target/selfcheck.sh \
    $(subst /, ,$(build)) small")
SELFCHECK_SMALL_TESTS := $(call selfcheck_small,$(SELFCHECK_SMALL))
SELFCHECK_SMALL_ALL := $(call selfcheck_small,$(DEMO_BUILDS))
MUTANTS := 64
MUTANT_IMAGES := vexpress-a9/thumb-os vexpress-a9/arm-o2 versatile-r5f/clang-os \
    versatile-r5f/clang-o2
FLAGS_IMAGE := versatile-r5f/clang-thumb-os-soft/libgcc
MUTANT_SMALL_IMAGES := $(FLAGS_IMAGE) vexpress-a9/gcc-arm-og-lto/libgcc
MUTANT_TESTS := "mutants_decoder=build/tests/decoder_mutants $(DECODER_MUTANT_IMAGES)" \
    "mutants_conditions=sh tests/mutants/conditions.sh build/fw/$(FLAGS_IMAGE).elf" \
    "mutants_flags=sh tests/mutants/mutants.sh build/fw/$(FLAGS_IMAGE).elf $(MUTANTS)" \
    "mutants_selftest=sh tests/mutants/selftest.sh build/fw/vexpress-a9/arm-o2/demo.elf 128" \
    $(foreach image,$(MUTANT_IMAGES),\
    "mutants_$(subst /,_,$(image))=sh tests/mutants/mutants.sh \
    build/fw/$(image)/demo.elf $(MUTANTS)") \
    $(foreach image,$(MUTANT_SMALL_IMAGES),\
    "mutants_small_$(subst /,_,$(image))=sh tests/mutants/mutants.sh \
    build/fw/$(image).elf $(MUTANTS) small")
ENTRY_CODE_IMAGES = $(CROSSINGS_FIRMWARE) $(NESTED_BUILDS:%=build/fw/%/nested.elf) \
    --new $(FIRMWARE) $(OTHER_FIRMWARE)
PROOF_TESTS = "entry_code=sh tests/target/entry_code.sh $(ENTRY_CODE_IMAGES)" \
    $(call proof_tests,$(FIRMWARE) $(OTHER_FIRMWARE))

CLI_TESTS := check counts debuginfo exidx facts foreign formats help images memory odd profile \
    reports run run_outputs size source symbols tasks triage truncated usage weights
INTEGRATION_TESTS := make cmake install folders linker hooks amalgamation

# Long tests first, so that no processor is idle at the end.
LONG_CLI_TESTS := formats memory foreign truncated size images help
LONG_TESTS = \
    $(foreach test,$(LONG_CLI_TESTS),"cli_$(test)=sh tests/cli/$(test).sh") \
    "profile_consumers=sh tests/profile/consumers.sh" \
    "core_properties=sh tests/core_properties.sh build/tests/properties" \
    "port_libc=sh tests/port_libc.sh build/tests/port_libc" \
    "decoder=$(DECODER) $(FIRMWARE)" \
    "integration_folders=sh tests/integration/folders.sh" \
    $(MUTANT_TESTS) $(SAMPLER_TESTS) $(ORACLE_TESTS) $(FLEET_TESTS)

run-tests:
	@sh tests/run.sh $(LONG_TESTS) \
	    "runner=sh tests/runner_selftest.sh" \
	    "fuzz_core=build/tests/fuzz/fuzz_core --inputs 20000" \
	    "fuzz_cross=build/tests/fuzz/fuzz_cross --inputs 20000" \
	    "fuzz_core_unwritten=sh tests/fuzz/unwritten.sh $(FUZZ_TRAPPING)" \
	    "fuzz_report=build/tests/fuzz/fuzz_report --inputs 2000" \
	    "fuzz_image=build/tests/fuzz/fuzz_image --inputs 1000" \
	    "fuzz_image_of_tasks=sh tests/fuzz/of_tasks.sh $(DUMP_ELF) $(DUMP) 250" \
	    "fuzz_profile=build/tests/fuzz/fuzz_profile --inputs 20000" \
	    "fuzz_record=build/tests/fuzz/fuzz_record --inputs 5000" \
	    "analysis=$(ANALYSIS) $(ANALYSIS_IMAGES)" \
	    "exceptions=$(EXCEPTIONS) $(EXCEPTIONS_IMAGES) $(EXCEPTIONS_STRIPPED)" \
	    "tasks=sh tests/tasks/show.sh $(TASKS_IMAGES)" \
	    "switches=sh tests/tasks/switches.sh $(filter %/switches.elf,$(TASKS_IMAGES))" \
	    "task_programs=$(TASKS) $(TASKS_IMAGES)" \
	    "effects=build/tests/effects $(FIRMWARE)" \
	    "bench=sh tests/bench/test.sh $(BENCH_TEST) $(BENCH_REQUIRED)" \
	    "crossing_cost=sh tests/bench/crossing/cost.sh" \
	    "tree=sh tests/tree.sh" \
	    "links=sh tests/links.sh" "write_table=sh tests/write_table_test.sh" \
	    "matrix_pairs=sh tests/matrix_pairs.sh $(MATRIX_ROWS)" \
	    $(foreach test,$(filter-out $(LONG_CLI_TESTS),$(CLI_TESTS)),\
	        "cli_$(test)=sh tests/cli/$(test).sh") \
	    $(foreach test,$(filter-out folders,$(INTEGRATION_TESTS)),\
	        "integration_$(test)=sh tests/integration/$(test).sh") \
	    "profile_merge=sh tests/profile/merge.sh $(MERGE_IMAGE) $(MERGE_SET)" \
	    $(SELFCHECK_SMALL_TESTS) $(SELFCHECK_TESTS) \
	    $(CRASH_TESTS) $(RECORD_TESTS) $(PROCESSORS_TESTS) $(NESTED_TESTS) $(BAD_TABLE_TESTS) \
	    $(CONTEXT_TESTS) $(THREAD_TESTS) \
	    $(TASK_CORE_TESTS) $(DECODE_CORE_TESTS) $(HOST_FRAMES_TESTS) $(TAILS_TESTS) \
    $(DUMP_TESTS) $(LOSS_TESTS) \
	    $(FOREIGN_TESTS) $(HOSTILE_TESTS) \
	    $(TASK_REPORTS_TESTS) $(TASK_LISTS_TESTS) $(RTOS_REPORT_TESTS) \
	    $(GDB_TESTS) $(PROOF_TESTS) $(PACKAGED_TEST) $(ORACLE_CONTROLS) $(ORACLE_SMALL_TESTS) \
	    $(foreach test,$(UNIT_TESTS),"$(test)=build/tests/unit/$(test)") --then $(ORACLE_TOTAL)

hostile-firmware: build/bobbin $(BOARDS:%=build/fw/%/qemu) \
    $(HOSTILE_LONG_BUILDS:%=build/fw/%/hostile.elf)
	@:

## test: test-hostile  unwind 100,000 hostile stacks on each board (10 min)
test-hostile: deps
	@$(MAKE) --no-print-directory -j$(JOBS) hostile-firmware
	@RESULTS=build/tests/hostile TEST_SECONDS=1200 sh tests/run.sh \
	    $(call hostile_tests,$(HOSTILE_BUILDS),$$(($(HOSTILE_TRACES) / 10)),small) \
	    $(call hostile_tests,$(HOSTILE_LONG_BUILDS),$(HOSTILE_TRACES))

## test: fuzz  all fuzzers, FUZZ_SECONDS each (5 min and more)
fuzz: test-programs
	STATES=100 build/tests/effects $(FIRMWARE)
	build/tests/fuzz/fuzz_core --seconds $(FUZZ_SECONDS)
	build/tests/fuzz/fuzz_cross --seconds $(FUZZ_SECONDS)
	build/tests/fuzz/fuzz_report --seconds $(FUZZ_SECONDS)
	build/tests/fuzz/fuzz_image --seconds $(FUZZ_SECONDS)
	build/tests/fuzz/fuzz_profile --seconds $(FUZZ_SECONDS)
	build/tests/fuzz/fuzz_record --seconds $(FUZZ_SECONDS)

.PHONY: test-programs run-tests fuzz hostile-firmware test-hostile
.SECONDARY:
