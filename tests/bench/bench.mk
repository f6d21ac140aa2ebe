# SPDX-License-Identifier: MIT
# `make bench` measures the tables of all formats: bytes, exactness, and the instructions that a
# Cortex-A9 executes to read them. The bench firmware has about 4,000 functions, most of them from
# newlib and libstdc++. It measures itself, and also the images of `make strangers`: the emulator
# loads their code and tables into its memory. tests/bench/README.md explains the figures.
BENCH_BUILDS := thumb-os arm-o2
BENCH_STRANGERS := c-gcc cxx-gcc
BENCH_DIRECTORY := build/bench
BENCH_OWN_IMAGES := $(BENCH_BUILDS:%=$(BENCH_DIRECTORY)/%)
BENCH_MEASURED := $(BENCH_OWN_IMAGES) $(BENCH_STRANGERS:%=$(BENCH_DIRECTORY)/%)

BENCH_OWN := $(wildcard $(addprefix tests/bench/firmware/,*.c *.cpp *.S))
BENCH_BOARD = $(filter-out port/% $(BOARD_USES_PORT),$(vexpress-a9_SOURCES)) \
    tests/programs/fatal.S tests/programs/cxx/unaligned.c tests/strangers/absent.S
BENCH_LINK := -Wl,--defsym=__bobbin_reserve=256K -Wl,--defsym=__heap_size=512K \
    -Wl,--defsym=__main_stack_size=128K

# libgcc unwinds by .ARM.exidx, so the callbacks need entries there, as the libraries have.
$(foreach source,$(filter %.c,$(BENCH_OWN)),\
    $(eval $(source)_FLAGS := -funwind-tables -Itests/bench))
$(foreach source,$(filter %.cpp,$(BENCH_OWN)),$(eval $(source)_FLAGS := -Itests/bench))
tests/bench/firmware/stages_frames.c_FLAGS += -marm
tests/bench/firmware/frame_pointers.c_FLAGS += -marm -fno-omit-frame-pointer \
    -fno-optimize-sibling-calls

# $(1) build, $(2) directory. --undefined links every reader of tables.
bench_LINK = $(ARM_GCC) $(vexpress-a9/$(1)_FLAGS) $(BENCH_LINK) -nostartfiles -Llinker \
    -T $(vexpress-a9_LD) -Wl,--build-id -Wl,-z,noexecstack -Wl,--fatal-warnings \
    -Wl,-Map=$@.map $(filter %.o,$^) \
    $$(build/tests/bench_formats --readers | sed 's/^/-Wl,--undefined=/') \
    $(2)/core.a -lstdc++ -lm -o $@

# $(1) build. readers.sh adds up the sizes of these objects of core, so they are compiled as in a
# firmware. -fstack-usage gives the stack figures.
define bench_rules
$(BENCH_DIRECTORY)/$(1)/core/%.o: core/%.c tests/bench/bench.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$@)$$(gcc_COMPILE) $$(vexpress-a9/$(1)_FLAGS) -std=c11 \
	    $$(FIRMWARE_WARNINGS) $$(gcc_OUR_FLAGS) -Icore/include -fstack-usage -MMD -MP -c $$< -o $$@

$(BENCH_DIRECTORY)/$(1)/core.a: $$(CORE:core/%.c=$(BENCH_DIRECTORY)/$(1)/core/%.o)
	@rm -f $$@
	$$(call say,AR $$@)arm-none-eabi-ar rcs $$@ $$^

$(BENCH_DIRECTORY)/$(1)/bench.elf: \
    $$(patsubst %,build/fw/vexpress-a9/$(1)/%.o,$$(BENCH_OWN) $$(BENCH_BOARD)) \
    $(BENCH_DIRECTORY)/$(1)/core.a build/bobbin build/tests/bench_formats $(wildcard linker/*.ld)
	$$(call say,LD $$@)$$(call bench_LINK,$(1),$(BENCH_DIRECTORY)/$(1))
	$$(call say,EMBED $$@)build/bobbin embed $$@
endef
$(foreach build,$(BENCH_BUILDS),$(eval $(call bench_rules,$(build))))

# Host tools. bench_formats exports its symbols: reader_name.c looks up the names of readers.
build/host/tests/bench/%.o: HOST_FLAGS += -Itests/bench
BENCH_TOOLS := $(addprefix build/tests/bench_,questions formats figures plot)
build/tests/bench_questions: build/host/tests/bench/host/questions.o
build/tests/bench_formats: \
    $(patsubst %,build/host/tests/bench/host/%.o,formats format_figures reader_name)
build/tests/bench_formats: LIBS += -rdynamic
build/tests/bench_figures: $(patsubst %,build/host/tests/bench/host/%.o,\
    figures bench bench_text bench_json bench_markdown figure format_figures)
build/tests/bench_plot: \
    $(patsubst %,build/host/tests/bench/host/%.o,plot bench figure format_figures)
$(BENCH_TOOLS): $(patsubst %.c,build/host/%.o,$(CORE) $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

bench-programs: build/bobbin $(BENCH_TOOLS) $(ORACLE) build/fw/vexpress-a9/qemu \
    $(BENCH_OWN_IMAGES:%=%/bench.elf) $(BENCH_STRANGERS:%=$(STRANGERS)/%.elf) \
    build/fw/vexpress-a9/thumb-os/crossing-cost.elf
	@:

# A target for each image measures all formats of it.
# $(1) directory for the results, $(2) image, $(3) directory of the bench firmware
define bench_measure
bench-measure-$(notdir $(1)):
	$$(call say,MEASURE $(1))sh tests/bench/measure.sh $(1) $(2) $(3)/bench.elf 1

.PHONY: bench-measure-$(notdir $(1))
endef
$(foreach directory,$(BENCH_OWN_IMAGES),\
    $(eval $(call bench_measure,$(directory),$(directory)/bench.elf,$(directory))))
$(foreach image,$(BENCH_STRANGERS),\
    $(eval $(call bench_measure,$(BENCH_DIRECTORY)/$(image),$(STRANGERS)/$(image).elf,\
    $(firstword $(BENCH_OWN_IMAGES)))))

bench-measured: $(BENCH_MEASURED:$(BENCH_DIRECTORY)/%=bench-measure-%)
	@for directory in $(BENCH_OWN_IMAGES); do sh tests/bench/readers.sh $$directory; done
	@:

# `make test` measures a part of this image; these figures must be within their limits.
BENCH_TEST := $(BENCH_DIRECTORY)/thumb-os
BENCH_REQUIRED := call call_cached interrupted
test-programs: $(BENCH_TOOLS) $(BENCH_TEST)/bench.elf build/fw/vexpress-a9/qemu

# The strangers' rules list their sources with wildcards: a second make sees what was fetched.
## measure: bench  measure all formats twice, write the tables of the pages (hours)
bench: deps
	@sh tests/strangers/fetch.sh $(SRC) $(STRANGER_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) bench-programs
	@$(MAKE) --no-print-directory -j$(JOBS) bench-measured
	@build/tests/bench_figures build/bench.json $(BENCH_MEASURED)
	@sh tests/bench/crossing/cost.sh
	@$(MAKE) --no-print-directory bench-pages
	@$(MAKE) --no-print-directory bench-again
	@$(MAKE) --no-print-directory bench-scale

# $(1) table of bench_figures, $(2) directories
bench_table = build/tests/bench_figures --markdown $(1) $(2) >$(BENCH_DIRECTORY)/$(1).md

# Tables and pictures of the pages, from what bench-measured left.
bench-pages:
	@$(call bench_table,headline,$(firstword $(BENCH_MEASURED)))
	@sh tests/write_table.sh README.md 'make bench: headline' <$(BENCH_DIRECTORY)/headline.md
	@$(call bench_table,goals,$(firstword $(BENCH_MEASURED)))
	@sh tests/write_table.sh tests/bench/README.md 'make bench: goals' <$(BENCH_DIRECTORY)/goals.md
	@$(call bench_table,formats,$(firstword $(BENCH_MEASURED)))
	@sh tests/write_table.sh core/foreign/README.md 'make bench: formats' \
	    <$(BENCH_DIRECTORY)/formats.md
	@$(call bench_table,images,$(BENCH_MEASURED))
	@sh tests/write_table.sh core/foreign/README.md 'make bench: images' <$(BENCH_DIRECTORY)/images.md
	@sh tests/bench/budget.sh $(firstword $(BENCH_OWN_IMAGES)) >$(BENCH_DIRECTORY)/budget.md
	@sh tests/write_table.sh gen/table/README.md 'make bench: budget' <$(BENCH_DIRECTORY)/budget.md
	@build/tests/bench_plot $(firstword $(BENCH_MEASURED)) tests/bench/size.svg tests/bench/speed.svg

# Measures everything once more: the figures must be the same.
bench-again:
	@cp build/bench.json build/bench-first.json
	@$(MAKE) --no-print-directory -j$(JOBS) bench-measured
	@build/tests/bench_figures build/bench.json $(BENCH_MEASURED) >build/bench-again.txt
	@cmp build/bench-first.json build/bench.json && echo "measured again: the same to the digit"

.PHONY: bench bench-again bench-programs bench-measured bench-pages
