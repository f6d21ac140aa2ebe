# SPDX-License-Identifier: MIT
# Firmware that tries to lose a crash report, and its tests. loss has only what every report needs;
# loss-all also crosses exceptions and shows tasks.
loss_SOURCES = $(CORE) $(filter-out boards/common/config.c port/armv7/capture.S,$($(1)_SOURCES)) \
    $(sort $(wildcard tests/loss/*.c tests/loss/*.S))
loss_LINK := -Wl,--gc-sections
loss-all_SOURCES = $(loss_SOURCES) $(sort $(wildcard port/cross/*.c port/armv7-cross/*.c \
    port/armv7-cross/*.S port/others/*.c port/tasks/*.c))
loss-all_LINK := $(loss_LINK) -Wl,--defsym=__mode_stack_size=8K
tests/loss/config.c_FLAGS := -Wno-section
tests/loss/main.c_FLAGS := -mno-unaligned-access

LOSS_BUILDS := vexpress-a9/thumb-os versatile-r5f/thumb-os mps3-an536/clang-o2
LOSS_FIRMWARE := $(foreach program,loss loss-all,$(LOSS_BUILDS:%=build/fw/%/$(program).elf))
$(foreach build,$(LOSS_BUILDS),$(foreach program,loss loss-all,$(eval $(call \
    firmware_rules,$(firstword $(subst /, ,$(build))),$(lastword $(subst /, \
    ,$(build))),$(program)))))
LOSS_TESTS := $(foreach build,$(LOSS_BUILDS),$(foreach program,loss loss-all,\
    "$(program)_$(subst /,_,$(build))=sh tests/loss/loss.sh $(subst /, ,$(build)) $(program)"))

test-programs: $(LOSS_FIRMWARE)
