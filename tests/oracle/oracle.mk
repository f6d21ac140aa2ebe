# SPDX-License-Identifier: MIT
# The lockstep oracle: a plugin for QEMU, its tools, and its tests.
ORACLE := build/tests/oracle.so
# The plugins of the oracle and of the sampler's tests both follow calls and exceptions.
SHADOW_SOURCES := $(addprefix tests/oracle/,classify.c code.c licences.c guest.c shadow.c \
    shadow_calls.c shadow_tasks.c shadow_entry.c entry.c banks.c outcome.c outcome_arm.c \
    outcome_thumb.c)
ORACLE_SOURCES := $(SHADOW_SOURCES) $(addprefix tests/oracle/,plugin.c check.c check_end.c \
    check_crossing.c check_tasks.c task_list.c findings.c result.c \
    options.c points.c)

# QEMU's own functions are resolved when QEMU loads the plugin.
$(ORACLE): $(patsubst %.c,build/host/%.o,\
    $(ORACLE_SOURCES) $(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) -shared -Wl,-Bsymbolic $^ $(LIBS) -o $@

# Tools for the host.
ORACLE_TOOLS := build/tests/mutate build/tests/mutate_crossings build/tests/mutate_tasks \
    build/tests/coverage build/tests/classify_check
$(ORACLE_TOOLS): build/tests/%: build/host/tests/oracle/%.o build/host/tests/oracle/classify.o \
    build/host/tests/oracle/mutate_steps.o \
    $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# A firmware of which the oracle knows nothing.
ABILITIES := build/tests/abilities.elf
$(ABILITIES): $(wildcard tests/oracle/abilities/*) tests/oracle/oracle.mk
	@mkdir -p $(@D)
	$(call say,LD $@)$(ARM_GCC) -mcpu=cortex-a9 -marm -O1 -g -ffreestanding -fno-pic -nostdlib \
	    -Wall -Wextra -Werror -Wl,-e,first -Wl,-Ttext=0x60010000 -Wl,--build-id \
	    -Wl,--defsym=__code_end=first+0x1000 $(filter %.S %.c,$^) -o $@

# A test per image, as NAME=COMMAND for tests/run.sh.
ORACLE_IMAGES = $(FIRMWARE) $(OTHER_BUILDS:%=build/fw/%/demo.elf)
ORACLE_TESTS = $(foreach elf,$(ORACLE_IMAGES),\
    "oracle_$(subst /,_,$(elf:build/fw/%.elf=%))=sh tests/oracle/run.sh \
    $(subst /, ,$(elf:build/fw/%.elf=%))")
# The same with small tables: some images in `make test`, all in `make oracle`.
ORACLE_SMALL := versatile-r5f/thumb-os/demo vexpress-a9/clang-o2/demo \
    versatile-r5f/clang-thumb-os-soft/libgcc vexpress-a9/gcc-thumb-os-lto-soft/cxx \
    vexpress-a9/clang-thumb-og/frames versatile-r5f/gcc-arm-og-lto-fp/flow \
    versatile-r5f/gcc-thumb-o0-lto-soft/asm vexpress-a9/gcc-arm-o3-lld-a15/gnu
small_tests = $(foreach image,$(1),\
    "oracle_small_$(subst /,_,$(image))=sh tests/oracle/run.sh $(subst /, ,$(image)) small")
ORACLE_SMALL_TESTS = $(call small_tests,$(ORACLE_SMALL))
ORACLE_SMALL_ALL = $(call small_tests,$(FIRMWARE:build/fw/%.elf=%))

# The firmware with exceptions of all kinds, on boards and in builds that differ in all that matters
# to entry code.
CROSSINGS_BUILDS := vexpress-a9/thumb-os vexpress-a9/clang-o2 versatile-r5f/arm-o2 \
    versatile-r5f/clang-os virt-a15/thumb-os mps3-an536/clang-o2
CROSSINGS_FIRMWARE := $(CROSSINGS_BUILDS:%=build/fw/%/crossings.elf)
CROSSINGS_TESTS = $(foreach build,$(CROSSINGS_BUILDS),\
    "oracle_crossings_$(subst /,_,$(build))=sh tests/oracle/crossings.sh $(subst /, ,$(build))")
NESTED_ORACLE_TESTS = $(foreach build,$(ONE_BUILD_EACH),\
    "oracle_nested_$(subst /,_,$(build))=sh tests/oracle/nested.sh $(subst /, ,$(build))")

ORACLE_CONTROLS = $(CROSSINGS_TESTS) $(NESTED_ORACLE_TESTS) $(RTOS_TESTS) \
    "oracle_classify=build/tests/classify_check $(FIRMWARE)" \
    "oracle_controls=sh tests/oracle/controls.sh versatile-r5f thumb-os" \
    "oracle_crossings_controls=sh tests/oracle/crossings_controls.sh vexpress-a9 thumb-os" \
    "oracle_abilities=sh tests/oracle/abilities.sh" \
    "oracle_repeats=sh tests/oracle/repeats.sh vexpress-a9/clang-thumb-og/frames \
    versatile-r5f/gcc-arm-og-lto-fp/flow versatile-r5f/clang-os/crossings"

# The instructions that all runs together must execute. `make test` requires 93 % coverage of our
# own code; `make oracle`, with more runs, requires the default of coverage.sh.
ORACLE_INSTRUCTIONS := 20000000
ORACLE_TOTAL = "oracle_total=CROSSINGS_REQUIRED=1000000 COVERAGE_REQUIRED=93 \
    sh tests/oracle/total.sh $(ORACLE_INSTRUCTIONS) $(ORACLE_IMAGES)"
ORACLE_LONG_TOTAL = "oracle_total=sh tests/oracle/total.sh $(ORACLE_INSTRUCTIONS) \
    $(ORACLE_IMAGES)"

oracle-programs: $(ORACLE) $(ORACLE_TOOLS) $(ABILITIES) build/bobbin firmware $(OTHER_FIRMWARE) \
    $(CROSSINGS_FIRMWARE) $(ONE_BUILD_EACH:%=build/fw/%/nested.elf)

ORACLE_REPEAT ?= 5
# Of each test kernel: more than 20 million instructions.
RTOS_TICKS ?= 5500

## test: oracle  run each firmware under the lockstep oracle, at length (hours)
oracle: oracle-programs build/tests/selfcheck
	@ORACLE_REPEAT=$(ORACLE_REPEAT) RTOS_TICKS=$(RTOS_TICKS) RTOS_FIQ_TICKS=3000 \
	    RTOS_FIQ_REQUIRED=100 ORACLE_SECONDS=1800 \
	    TEST_SECONDS=7200 RESULTS=build/tests/oracle sh tests/run.sh \
	    $(ORACLE_CONTROLS) $(ORACLE_TESTS) $(ORACLE_SMALL_ALL) $(SELFCHECK_SMALL_ALL) \
	    --then $(ORACLE_LONG_TOTAL)

.PHONY: oracle oracle-programs
