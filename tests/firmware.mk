# SPDX-License-Identifier: MIT
# The firmware that demo and tests run: each program on each board in each build,
# build/fw/BOARD/BUILD/PROGRAM.elf with its table embedded.
include $(sort $(wildcard boards/*/board.mk))

BOARDS := vexpress-a9 versatile-r5f
PROGRAMS := demo contexts selfcheck

# build        compiler  linker  flags
BUILDS := thumb-os arm-o2 clang-os clang-o2
thumb-os_CC := gcc
thumb-os_FLAGS := -mthumb -Os -g
arm-o2_CC := gcc
arm-o2_FLAGS := -marm -O2 -g
clang-os_CC := clang
clang-os_FLAGS := -mthumb -Os -g
clang-o2_CC := clang
clang-o2_FLAGS := -marm -O2 -g -ffunction-sections
clang-o2_LINK := -B$(dir $(realpath $(shell command -v ld.lld-19))) -fuse-ld=lld -Wl,--gc-sections

ARM_GCC := arm-none-eabi-gcc
NEWLIB = $(dir $(firstword $(filter %/stdio.h,$(shell $(ARM_GCC) -M -include stdio.h -x c /dev/null))))
gcc_COMPILE = $(ARM_GCC)
clang_COMPILE = clang-19 --target=arm-none-eabi -fshort-enums -isystem $(NEWLIB)

demo_SOURCES := $(sort $(wildcard tests/demo/*.c))

contexts_SOURCES := $(sort $(wildcard tests/contexts/*.c tests/contexts/*.S))
contexts_LINK := -Wl,--wrap=bobbin_die

# Every program can be run with timer interrupts: see the header.
INTERRUPTS_SOURCES := $(wildcard tests/oracle/firmware/*.c tests/oracle/firmware/*.S)
INTERRUPTS_LINK := -Wl,--wrap=board_command_line
selfcheck_SOURCES := $(sort $(wildcard tests/selfcheck/*.c))

# What runs in fault context must not fault itself: boards have alignment faults on, and the FPU may be
# off. Nor may interrupts change FPU registers. Programs get no flags of ours.
FIRMWARE_OUR_FLAGS := -ffreestanding -mno-unaligned-access
gcc_OUR_FLAGS := $(FIRMWARE_OUR_FLAGS) -mgeneral-regs-only
clang_OUR_FLAGS := $(FIRMWARE_OUR_FLAGS) -mno-implicit-float
FIRMWARE_INCLUDES := $(BOARD_INCLUDES) -Itests/demo
FIRMWARE_WARNINGS := -Wall -Wextra -Werror

# $(1) board, $(2) build, $(3) program
define firmware_rules
build/fw/$(1)/$(2)/$(3).elf: $(patsubst %,build/fw/$(1)/$(2)/%.o,$(CORE) $($(1)_SOURCES) $($(3)_SOURCES) \
    $(INTERRUPTS_SOURCES)) \
    build/bobbin $(wildcard linker/*.ld)
	$$(call say,LD $$@)$$(ARM_GCC) $($(1)_CPU) $($(2)_FLAGS) $$($(2)_LINK) $($(3)_LINK) \
	    -nostartfiles -Llinker -T $($(1)_LD) $(INTERRUPTS_LINK) \
	    -Wl,--build-id -Wl,-z,noexecstack -Wl,--fatal-warnings -Wl,-Map=$$@.map $$(filter %.o,$$^) -lm -o $$@
	$$(call say,EMBED $$@)build/bobbin embed $$@

FIRMWARE += build/fw/$(1)/$(2)/$(3).elf
endef

define object_rules
build/fw/$(1)/$(2)/%.o: % tests/firmware.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$@)$$($($(2)_CC)_COMPILE) $($(1)_CPU) $($(2)_FLAGS) -std=gnu11 $$(FIRMWARE_WARNINGS) \
	    $$(if $$(filter-out tests/oracle/%,$$(filter tests/%,$$<)),,$$($($(2)_CC)_OUR_FLAGS)) $$(FIRMWARE_INCLUDES) -MMD -MP -c $$< -o $$@
endef

$(foreach board,$(BOARDS),$(foreach build,$(BUILDS),$(eval $(call object_rules,$(board),$(build)))\
    $(foreach program,$(PROGRAMS),$(eval $(call firmware_rules,$(board),$(build),$(program))))))

firmware: $(FIRMWARE)

demo-firmware: $(filter %/demo.elf,$(FIRMWARE))

.PHONY: firmware demo-firmware

# build/fw/BOARD/qemu ELF COMMANDS [OPTION...]: runs ELF, the UART on standard output, a minute or
# QEMU_SECONDS at most.
build/fw/%/qemu: boards/%/board.mk boards/common/common.mk tests/firmware.mk
	@mkdir -p $(@D)
	@printf '%s\n' '#!/bin/sh' 'elf=$$1; commands=$$2; shift 2' \
	    'exec timeout -k 5 "$${QEMU_SECONDS:-60}" $($*_QEMU) -serial stdio -kernel "$$elf" -append "$$commands" "$$@"' >$@
	@chmod +x $@

firmware demo-firmware: $(BOARDS:%=build/fw/%/qemu)
	@:
