# SPDX-License-Identifier: MIT
# Kernels that save and restore tasks: tests/tasks/NAME.txt has what bobbin show --tasks prints for
# NAME.S, in ARM and in Thumb state, from the assemblers of GCC and clang. arm_*.S: only ARM state.
TASKS_CASES := $(patsubst tests/tasks/%.S,%,$(wildcard tests/tasks/*.S))
TASKS_BOTH := $(filter-out arm_%,$(TASKS_CASES))
TASKS_IMAGES := $(TASKS_CASES:%=build/tests/tasks/gcc-arm/%.elf) \
    $(TASKS_BOTH:%=build/tests/tasks/gcc-thumb/%.elf) \
    $(TASKS_CASES:%=build/tests/tasks/clang-arm/%.elf) \
    $(TASKS_BOTH:%=build/tests/tasks/clang-thumb/%.elf)

TASKS_LINK := -nostdlib -Wl,-Ttext=0x8000,--section-start=.vectors=0 \
    -Wl,--section-start=.cells=0x20000,--build-id=none,--fatal-warnings
TASKS_CPU := -mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard

# $(1): arm or thumb
define tasks_rules
build/tests/tasks/gcc-$(1)/%.elf: tests/tasks/%.S tests/tasks/kernel.inc tests/tasks/tasks.mk
	@mkdir -p $$(@D)
	$$(call say,LD $$@)$$(ARM_GCC) $$(TASKS_CPU) -m$(1) $$(TASKS_LINK) $$< -o $$@

build/tests/tasks/clang-$(1)/%.elf: tests/tasks/%.S tests/tasks/kernel.inc tests/tasks/tasks.mk
	@mkdir -p $$(@D)
	$$(call say,LD $$@)clang --target=arm-none-eabi $$(TASKS_CPU) -m$(1) -c $$< -o $$@.o && \
	    $$(ARM_GCC) $$(TASKS_CPU) $$(TASKS_LINK) $$@.o -o $$@
endef
$(foreach state,arm thumb,$(eval $(call tasks_rules,$(state))))

test-programs: $(TASKS_IMAGES)

TASKS := build/tests/tasks/check
$(TASKS): build/asan/tests/tasks/check.o $(TEST_LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD $@)$(CC) $(CFLAGS) $(SANITIZE) $^ $(LIBS) -o $@

test-programs: $(TASKS)
