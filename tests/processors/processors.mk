# SPDX-License-Identifier: MIT
# Firmware that runs on several processors, and its tests.

# The number at the end is that of the processors.
PROCESSORS_BUILDS := vexpress-a9/processors-2 vexpress-a9/processors-4 virt-a15/processors-2 \
    mps3-an536/processors-2

vexpress-a9_PROCESSORS_SOURCES := send_gicv2.c start_together.c
virt-a15_PROCESSORS_SOURCES := send_gicv2.c start_psci.c
mps3-an536_PROCESSORS_SOURCES := send_gicv3.c start_together.c
processors_SOURCES = $(CORE) $($(1)_SOURCES) $(sort $(wildcard \
    port/others/*.c port/processors/*.c port/processors/*.S port/cross/*.c \
    port/armv7-cross/*.c port/armv7-cross/*.S)) \
    $(addprefix tests/processors/,main.c work.c rounds.c start.S $($(1)_PROCESSORS_SOURCES))
processors_LINK := -Wl,--gc-sections -Wl,--entry=processors_reset \
    -Wl,--wrap=board_put -Wl,--wrap=board_now -Wl,--defsym=__crash_stack_size=8K

# Alignment faults are on.
tests/processors/rounds.c_FLAGS := -mno-unaligned-access

# $(1) build $(2) compiler $(3) state $(4) O
define processors_build
$(call build_rules,$(patsubst %/,%,$(dir $(1))),$(notdir $(1)),$(2),$(3),$(4),ld,-,hard,$(strip \
    $(if $(filter mps3%,$(1)),r52,$(if $(filter virt%,$(1)),a15,a9))))
$(1)_FLAGS += -DBOBBIN_PROCESSORS=$(lastword $(subst -, ,$(1)))
endef
$(eval $(call processors_build,vexpress-a9/processors-2,gcc,thumb,s))
$(eval $(call processors_build,vexpress-a9/processors-4,clang,arm,2))
$(eval $(call processors_build,virt-a15/processors-2,gcc,arm,2))
$(eval $(call processors_build,mps3-an536/processors-2,gcc,thumb,s))
PROCESSORS_FIRMWARE := $(PROCESSORS_BUILDS:%=build/fw/%/processors.elf)
PROCESSORS_TESTS := $(foreach build,$(PROCESSORS_BUILDS),\
    "processors_$(subst /processors-,_,$(build))=sh tests/processors/processors.sh \
    $(subst /processors-, ,$(build))")

test-programs: $(PROCESSORS_FIRMWARE)
