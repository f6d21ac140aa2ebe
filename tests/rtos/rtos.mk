# SPDX-License-Identifier: MIT
# Test kernels: tests/rtos/families has a file for each family of RTOS, each program rtos-FAMILY is
# the kernel and its tasks with one of them.
RTOS_FAMILIES := freertos crx mpu threadx nuttx zephyr rtthread lk

RTOS_SHARED := $(sort $(wildcard tests/rtos/kernel/*.c tests/rtos/work/*.c tests/rtos/work/*.S))
$(foreach source,$(RTOS_SHARED) $(wildcard tests/rtos/families/*),\
    $(eval $(source)_FLAGS := -Itests/rtos/kernel))

# $(1) family. bobbin_begin_saved makes `bobbin embed` write rules for the tasks.
define rtos_program
rtos-$(1)_SOURCES = $$(CORE) $$($$(1)_SOURCES) $$(RTOS_SHARED) $(wildcard port/cross/*.c \
    port/armv7-cross/*.c port/armv7-cross/*.S) $(wildcard tests/rtos/families/$(1).*)
rtos-$(1)_LINK := -Wl,--gc-sections -Wl,--undefined=bobbin_begin_saved \
    -Wl,--undefined=bobbin_kernel -Wl,--defsym=__mode_stack_size=8K
rtos-$(1)_EMBED := --exceptions=all
endef
$(foreach family,$(RTOS_FAMILIES),$(eval $(call rtos_program,$(family))))

# The builds of each family.
RTOS_BUILDS := vexpress-a9/thumb-os versatile-r5f/clang-o2

RTOS_FIRMWARE := $(foreach family,$(RTOS_FAMILIES),$(RTOS_BUILDS:%=build/fw/%/rtos-$(family).elf))
$(foreach family,$(RTOS_FAMILIES),$(foreach build,$(RTOS_BUILDS),$(eval \
    $(call firmware_rules,$(patsubst %/,%,$(dir $(build))),$(notdir $(build)),rtos-$(family)))))
