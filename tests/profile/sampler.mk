# SPDX-License-Identifier: MIT
# The sampler on the boards: firmware/ is sampled, the emulator's plugin truth/ records what the
# firmware really does, and judge/ compares the two.
SAMPLED_BUILDS := vexpress-a9/thumb-os vexpress-a9/clang-o2 \
    versatile-r5f/arm-o2 versatile-r5f/clang-os $(OTHER_BUILDS)
SAMPLED := $(SAMPLED_BUILDS:%=build/fw/%/profile.elf)

TRUTH := build/tests/truth.so
TRUTH_SOURCES := $(wildcard tests/profile/truth/*.c) $(SHADOW_SOURCES)
build/host/tests/profile/truth/%.o: HOST_FLAGS += -iquote tests/oracle
$(TRUTH): $(patsubst %.c,build/host/%.o,$(TRUTH_SOURCES) $(CORE) \
    $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) -shared -Wl,-Bsymbolic $^ $(LIBS) -o $@

SAMPLER_JUDGE := build/tests/sampler_judge
$(SAMPLER_JUDGE): $(patsubst %.c,build/host/%.o,$(wildcard tests/profile/judge/*.c) $(CORE) \
    $(filter-out gen/cli/main.c,$(GEN)))
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $^ $(LIBS) -lz -o $@

SAMPLER_TESTS := $(foreach build,$(SAMPLED_BUILDS),\
    "sampler_$(subst /,_,$(build))=sh tests/profile/sampler.sh $(subst /, ,$(build))")

PAIR := build/fw/vexpress-a9/thumb-os/pair.elf
SAMPLER_TESTS += "sampler_pair=sh tests/profile/pair.sh $(PAIR)"

MODES := $(SAMPLED_BUILDS:%=build/fw/%/modes.elf)
SAMPLER_TESTS += $(foreach build,$(SAMPLED_BUILDS),\
    "sampler_modes_$(subst /,_,$(build))=sh tests/profile/modes.sh $(subst /, ,$(build))")

# Wall-clock profiles of three of the kernels of tests/rtos.
WALL_FAMILIES := freertos threadx rtthread
WALL_BUILDS := vexpress-a9/thumb-os versatile-r5f/clang-o2
define wall_program
wall-$(1)_SOURCES = $$(CORE) $$($$(1)_SOURCES) $$(wildcard tests/rtos/kernel/kernel.c \
    tests/rtos/kernel/lists.c tests/rtos/families/$(1).* tests/profile/wall/* port/tasks/*.c \
    port/others/*.c port/cross/*.c port/armv7-cross/*.c port/armv7-cross/*.S \
    port/sampling-cross/*.c port/sampling-wall/*.c)
wall-$(1)_LINK := -Wl,--gc-sections
endef
$(foreach family,$(WALL_FAMILIES),$(eval $(call wall_program,$(family))))
tests/profile/wall/main.c_FLAGS := -Itests/rtos/kernel
WALLS := $(foreach build,$(WALL_BUILDS),$(WALL_FAMILIES:%=build/fw/$(build)/wall-%.elf))
$(foreach build,$(WALL_BUILDS),$(foreach family,$(WALL_FAMILIES),$(eval \
    $(call firmware_rules,$(patsubst %/,%,$(dir $(build))),$(notdir $(build)),wall-$(family)))))
SAMPLER_TESTS += "sampler_wall=sh tests/profile/wall.sh $(WALLS)"

sampler-programs: $(WALLS) $(SAMPLED) $(PAIR) $(MODES) $(TRUTH) $(SAMPLER_JUDGE) \
    $(BOARDS:%=build/fw/%/qemu)
test-programs: sampler-programs

## try: profile-demo  profile a firmware on two emulated boards (1 min)
profile-demo: deps
	@$(MAKE) --no-print-directory -j$(JOBS) build/bobbin \
	    $(DEMO:%=build/fw/%/profile.elf) $(BOARDS:%=build/fw/%/qemu)
	@sh tests/profile/demo.sh $(DEMO)

## measure: bench-sampler  instructions for a sample, on two emulated boards (5 min)
bench-sampler: deps
	@$(MAKE) --no-print-directory -j$(JOBS) build/bobbin sampler-programs
	@sh tests/profile/costs.sh $(DEMO) >build/bench-sampler.md
	@sh tests/write_table.sh gen/profile/README.md 'make bench-sampler: costs' <build/bench-sampler.md

.PHONY: sampler-programs profile-demo bench-sampler
