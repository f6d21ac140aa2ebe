# SPDX-License-Identifier: MIT
# Firmware that tries to lose a crash report, and its tests. loss has only what every report needs;
# loss-all also crosses exceptions and shows tasks.
loss_SOURCES = $(CORE) $(filter-out boards/common/config.c port/armv7/capture.S,$($(1)_SOURCES)) \
    $(sort $(wildcard tests/loss/*.c tests/loss/*.S))
loss_LINK := -Wl,--gc-sections
tests/loss/config.c_FLAGS := -Wno-section
tests/loss/main.c_FLAGS := -mno-unaligned-access

LOSS_BUILDS := vexpress-a9/thumb-os versatile-r5f/thumb-os mps3-an536/clang-o2
LOSS_FIRMWARE := $(LOSS_BUILDS:%=build/fw/%/loss.elf)
$(foreach build,$(LOSS_BUILDS),$(eval $(call firmware_rules,$(firstword \
    $(subst /, ,$(build))),$(lastword $(subst /, ,$(build))),loss)))
LOSS_TESTS := $(foreach build,$(LOSS_BUILDS),\
    "loss_$(subst /,_,$(build))=sh tests/loss/loss.sh $(subst /, ,$(build))")

test-programs: $(LOSS_FIRMWARE)
