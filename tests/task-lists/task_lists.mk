# SPDX-License-Identifier: MIT
# Task lists of each form, on a board.
task-lists_SOURCES = $(CORE) $($(1)_SOURCES) tests/task-lists/main.c \
    $(sort $(wildcard port/others/*.c port/tasks/*.c))
task-lists_LINK := -Wl,--gc-sections
TASK_LISTS_BUILD := vexpress-a9/thumb-os
TASK_LISTS_FIRMWARE := build/fw/$(TASK_LISTS_BUILD)/task-lists.elf
$(eval $(call firmware_rules,vexpress-a9,thumb-os,task-lists))
TASK_LISTS_TESTS := \
    "task_lists=sh tests/target/task_lists.sh $(subst /, ,$(TASK_LISTS_BUILD))"

test-programs: $(TASK_LISTS_FIRMWARE)
