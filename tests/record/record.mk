# SPDX-License-Identifier: MIT
# Firmware on each board that crashes, resets the board and hands its report over.
record_SOURCES = $(CORE) $(filter-out boards/common/config.c,$($(1)_SOURCES)) \
    $(sort $(wildcard port/record/*.c port/cross/*.c port/armv7-cross/*.c port/armv7-cross/*.S)) \
    $(filter-out tests/demo/main.c tests/demo/shell.c,$(sort $(wildcard tests/demo/*.c))) \
    tests/record/main.c tests/record/config.c tests/record/reset_$(1).c
record_LINK := -Wl,--gc-sections

RECORD_BUILDS := vexpress-a9/thumb-os vexpress-a9/clang-o2 versatile-r5f/arm-o2 \
    versatile-r5f/clang-os $(OTHER_BUILDS) $(HYP_BUILD)
RECORD_FIRMWARE := $(RECORD_BUILDS:%=build/fw/%/record.elf)
$(foreach build,$(RECORD_BUILDS),$(eval $(call firmware_rules,$(firstword \
    $(subst /, ,$(build))),$(lastword $(subst /, ,$(build))),record)))
RECORD_TESTS := $(foreach build,$(RECORD_BUILDS),\
    "record_$(subst /,_,$(build))=sh tests/record/record.sh $(subst /, ,$(build))")

test-programs: $(RECORD_FIRMWARE)
