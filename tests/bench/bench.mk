# SPDX-License-Identifier: MIT
# `make bench`: what core costs on the Cortex-A9 board, in instructions and bytes, in an image of about 4,000 functions,
# nearly all of them newlib's and libstdc++'s. Then what the tool costs (scale/scale.mk).
BENCH_BUILDS := thumb-os arm-o2
BENCH_DIRECTORY := build/bench
# The first once more, with a small table: what it saves in bytes it takes in instructions.
BENCH_SMALL := $(BENCH_DIRECTORY)/thumb-os-small
BENCH_MEASURED := $(BENCH_BUILDS:%=$(BENCH_DIRECTORY)/%) $(BENCH_SMALL)

BENCH_OWN := $(wildcard tests/bench/firmware/*.c tests/bench/firmware/*.cpp tests/bench/firmware/*.S)
BENCH_BOARD = $(filter-out port/% boards/common/config.c,$(vexpress-a9_SOURCES)) tests/programs/fatal.S \
    tests/programs/cxx/unaligned.c tests/strangers/absent.S
BENCH_LINK := -Wl,--defsym=__bobbin_reserve=256K -Wl,--defsym=__heap_size=512K -Wl,--defsym=__main_stack_size=128K

# The callbacks are covered by .ARM.exidx as the library is, or libgcc would find nobody.
$(foreach source,$(filter %.c,$(BENCH_OWN)),$(eval $(source)_FLAGS := -funwind-tables -Itests/bench))
$(foreach source,$(filter %.cpp,$(BENCH_OWN)),$(eval $(source)_FLAGS := -Itests/bench))
tests/bench/firmware/stages_frames.c_FLAGS += -marm

# $(1) build, $(2) directory, $(3) options of the link.
bench_LINK = $(ARM_GCC) $(vexpress-a9/$(1)_FLAGS) $(BENCH_LINK) -nostartfiles -Llinker -T $(vexpress-a9_LD) \
    -Wl,--build-id -Wl,-z,noexecstack -Wl,--fatal-warnings -Wl,-Map=$@.map $(3) $(filter %.o,$^) \
    $(2)/core.a -lstdc++ -lm -o $@

# $(1) build. The objects of core are those whose size is shown: compiled as firmware's, with stack figures.
define bench_rules
$(BENCH_DIRECTORY)/$(1)/core/%.o: core/%.c tests/bench/bench.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$@)$$(gcc_COMPILE) $$(vexpress-a9/$(1)_FLAGS) -std=c11 $$(FIRMWARE_WARNINGS) $$(gcc_OUR_FLAGS) \
	    -Icore -fstack-usage -MMD -MP -c $$< -o $$@

$(BENCH_DIRECTORY)/$(1)/core.a: $$(CORE:core/%.c=$(BENCH_DIRECTORY)/$(1)/core/%.o)
	@rm -f $$@
	$$(call say,AR $$@)arm-none-eabi-ar rcs $$@ $$^

$(BENCH_DIRECTORY)/$(1)/bench.elf: $$(patsubst %,build/fw/vexpress-a9/$(1)/%.o,$$(BENCH_OWN) $$(BENCH_BOARD)) \
    $(BENCH_DIRECTORY)/$(1)/core.a build/bobbin $(wildcard linker/*.ld)
	$$(call say,LD $$@)$$(call bench_LINK,$(1),$(BENCH_DIRECTORY)/$(1))
	$$(call say,EMBED $$@)build/bobbin embed $$@
endef
$(foreach build,$(BENCH_BUILDS),$(eval $(call bench_rules,$(build))))

$(BENCH_SMALL)/bench.elf: $(BENCH_DIRECTORY)/thumb-os/bench.elf \
    $(patsubst %,build/fw/vexpress-a9/thumb-os/%.o,$(BENCH_OWN) $(BENCH_BOARD))
	@mkdir -p $(@D)
	@ln -sfn ../thumb-os/core $(@D)/core
	$(call say,LD $@)$(call bench_LINK,thumb-os,$(BENCH_DIRECTORY)/thumb-os,-Wl$(comma)--undefined=bobbin_small)
	$(call say,EMBED $@)build/bobbin embed --small $@

# Tools of the host.
build/host/tests/bench/%.o: HOST_FLAGS += -Itests/bench
BENCH_TOOLS := build/tests/bench_questions build/tests/bench_figures
build/tests/bench_questions: build/host/tests/bench/host/questions.o
build/tests/bench_figures: build/host/tests/bench/host/figures.o build/host/tests/bench/host/figure.o
$(BENCH_TOOLS): $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

bench-programs: build/bobbin $(BENCH_TOOLS) build/fw/vexpress-a9/qemu $(BENCH_MEASURED:%=%/bench.elf)
	@:

# In make test: less of the one, and which of its figures must be within their limits.
BENCH_TEST := $(BENCH_DIRECTORY)/thumb-os
BENCH_REQUIRED :=
test-programs: $(BENCH_TOOLS) $(BENCH_TEST)/bench.elf build/fw/vexpress-a9/qemu

## bench      what core costs on a board, in instructions and bytes; also to build/bench.json; then bench-scale
bench: deps
	@$(MAKE) --no-print-directory -j$(JOBS) bench-programs
	@for directory in $(BENCH_MEASURED); do sh tests/bench/measure.sh $$directory 1; done
	@build/tests/bench_figures build/bench.json $(BENCH_MEASURED)
	@$(MAKE) --no-print-directory bench-scale

.PHONY: bench bench-programs
