# SPDX-License-Identifier: MIT
# Reports with tasks: the programs task-reports-FAMILY have the kernel of tests/rtos and tasks of
# their own.
TASK_REPORTS_SHARED := $(filter-out %/lists.c,$(sort $(wildcard tests/rtos/kernel/*.c \
    tests/task-reports/*.c port/cross/*.c port/armv7-cross/*.c port/armv7-cross/*.S \
    port/others/*.c port/tasks/*.c)))
tests/task-reports/main.c_FLAGS := -Itests/rtos/kernel
tests/task-reports/zephyr/lists.c_FLAGS := -Itests/rtos/kernel

# $(1) family
define task_reports_program
task-reports-$(1)_SOURCES = $$(CORE) $$($$(1)_SOURCES) $$(TASK_REPORTS_SHARED) \
    $(firstword $(wildcard tests/task-reports/$(1)/lists.c) tests/rtos/kernel/lists.c) \
    $(wildcard tests/rtos/families/$(1).*)
task-reports-$(1)_LINK := -Wl,--gc-sections -Wl,--undefined=bobbin_kernel_task \
    -Wl,--defsym=__mode_stack_size=8K
endef
$(foreach family,$(RTOS_FAMILIES),$(eval $(call task_reports_program,$(family))))

# Each family on one board, and one family on each board.
TASK_REPORTS_BUILDS := $(RTOS_FAMILIES:%=vexpress-a9/thumb-os/%) \
    vexpress-a9/arm-o2/freertos versatile-r5f/clang-o2/freertos
TASK_REPORTS_FIRMWARE := $(foreach build,$(TASK_REPORTS_BUILDS),\
    build/fw/$(dir $(build))task-reports-$(notdir $(build)).elf)
$(foreach build,$(TASK_REPORTS_BUILDS),$(eval $(call firmware_rules,$(firstword \
    $(subst /, ,$(build))),$(word 2,$(subst /, ,$(build))),task-reports-$(notdir $(build)))))

# All that can happen with one family; with the others, what depends on them.
TASK_REPORTS_FEW := crash dump handler return
TASK_REPORTS_TESTS := $(foreach build,$(TASK_REPORTS_BUILDS),\
    "task_reports_$(subst /,_,$(build))=sh tests/target/task_reports.sh $(subst /, ,$(build)) \
    $(if $(filter %/freertos,$(build)),,$(TASK_REPORTS_FEW))")
