# SPDX-License-Identifier: MIT
# What reports with tasks, bobbin_panic and bobbin_dump_tasks print: the kernel of tests/rtos with
# tasks of its own.
task-reports_SOURCES = $(CORE) $($(1)_SOURCES) $(sort $(wildcard tests/task-reports/*.c \
    tests/rtos/kernel/*.c tests/rtos/families/freertos.* port/cross/*.c port/armv7-cross/*.c \
    port/armv7-cross/*.S port/others/*.c port/tasks/*.c))
task-reports_LINK := -Wl,--gc-sections -Wl,--undefined=bobbin_kernel_task \
    -Wl,--defsym=__mode_stack_size=8K
tests/task-reports/main.c_FLAGS := -Itests/rtos/kernel

TASK_REPORTS_BUILDS := vexpress-a9/thumb-os vexpress-a9/arm-o2 versatile-r5f/clang-o2
TASK_REPORTS_FIRMWARE := $(TASK_REPORTS_BUILDS:%=build/fw/%/task-reports.elf)
$(foreach build,$(TASK_REPORTS_BUILDS),$(eval $(call firmware_rules,$(firstword \
    $(subst /, ,$(build))),$(lastword $(subst /, ,$(build))),task-reports)))
TASK_REPORTS_TESTS := $(foreach build,$(TASK_REPORTS_BUILDS),\
    "task_reports_$(subst /,_,$(build))=sh tests/target/task_reports.sh $(subst /, ,$(build))")

test-programs: $(TASK_REPORTS_FIRMWARE)
