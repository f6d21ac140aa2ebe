# SPDX-License-Identifier: MIT
# How firmware is built: each program in each build of tests/matrix.mk, as
# build/fw/BOARD/BUILD/PROGRAM.elf with its table embedded.
include $(sort $(wildcard boards/*/board.mk))

# The first two boards have the builds of matrix.mk. Each of the others has one build: it differs
# in processor, interrupt controller and port, on which most of the tests do not depend.
BOARDS := vexpress-a9 versatile-r5f virt-a15 virt-a15-hyp mps3-an536
OTHER_BUILDS := virt-a15/thumb-os mps3-an536/clang-o2
# All of this firmware runs in Hyp mode. Only the demo is tested: other programs use other modes.
HYP_BUILD := virt-a15-hyp/thumb-os
ONE_BUILD_EACH := vexpress-a9/thumb-os versatile-r5f/thumb-os $(OTHER_BUILDS)
DEMO := vexpress-a9/thumb-os versatile-r5f/arm-o2

ARM_GCC := arm-none-eabi-gcc
NEWLIB = $(dir $(firstword $(filter %/stdio.h,\
    $(shell $(ARM_GCC) -M -include stdio.h -x c /dev/null))))
gcc_COMPILE = $(ARM_GCC)
clang_COMPILE = clang-19 --target=arm-none-eabi -fshort-enums -isystem $(NEWLIB)

# clang has no C++ library for this target. It uses the headers of GCC's library; the ABI is
# the same.
gcc_COMPILE_CPP = arm-none-eabi-g++
clang_COMPILE_CPP = $(clang_COMPILE) -nostdinc++ $(addprefix -isystem ,\
    $(call libstdcxx,$(filter -mcpu=% -mfpu=% -mfloat-abi=%,$(1))))
libstdcxx = $(shell arm-none-eabi-g++ $(1) -E -v -x c++ /dev/null 2>&1 | \
    sed -n 's|^ \(/.*c++.*\)|\1|p')

# Every program can run with timer interrupts; see tests/oracle/firmware/interrupts.h.
INTERRUPTS_SOURCES := $(wildcard tests/oracle/firmware/*.c tests/oracle/firmware/*.S)
INTERRUPTS_LINK := -Wl,--wrap=board_command_line

# Flags for core, port and boards. Code in fault context must not fault: the boards enable alignment
# faults, and the FPU may be off. Interrupt handlers must not change FPU registers. Like a user's
# program, demo and contexts get none of these flags. In tests/programs each function has its own
# section, so that unused code is not linked.
FIRMWARE_OUR_FLAGS := -ffreestanding -mno-unaligned-access
gcc_OUR_FLAGS := $(FIRMWARE_OUR_FLAGS) -mgeneral-regs-only
# README.md recommends -fomit-frame-pointer for clang. Leaving it out tests more frame pointers.
clang_OUR_FLAGS := $(FIRMWARE_OUR_FLAGS) -mno-implicit-float
SECTIONS := -ffunction-sections -fdata-sections
FIRMWARE_INCLUDES := $(BOARD_INCLUDES) -Itests/demo -Itests/threads -Itests/hostile \
    -Itests/programs -Itests/record -Itests/selfcheck -Itests/profile/firmware \
    -Itests/nested -Itests/crossings -Itests/processors
FIRMWARE_WARNINGS := -Wall -Wextra -Werror

# $(1) source, $(2) compiler
source_flags = $(if $(filter-out \
    tests/oracle/% tests/profile/firmware/handlers/% tests/profile/pair/% tests/profile/modes/% \
    tests/profile/wall/% \
    tests/nested/% tests/tails/% tests/crossings/handlers/% tests/rtos/kernel/%,\
    $(filter tests/%,$(1))),,\
    $($(2)_OUR_FLAGS)) \
    $(if $(filter core/% port/% boards/% tests/programs/%,$(1)),$(SECTIONS)) \
    $(if $(filter tests/programs/%,$(1)),-mno-unaligned-access) $(FIRMWARE_INCLUDES) $($(1)_FLAGS)

# Variables of a program: _SOURCES, _LINK, _LIBS (at the end of the link), _EMBED (options of bobbin
# embed). A source may have _FLAGS.
# $(1) board, $(2) build, $(3) program
define firmware_rules
build/fw/$(1)/$(2)/$(3).elf: $(patsubst %,build/fw/$(1)/$(2)/%.o,$(call $(3)_SOURCES,$(1))) \
    build/bobbin $(wildcard linker/*.ld)
	$$(call say,LD $$@)$$(ARM_GCC) $$(filter-out -mno-omit%,$$($(1)/$(2)_FLAGS)) \
	    $$($(1)/$(2)_LINK) $$($(3)_LINK) -nostartfiles -Llinker -T $($(1)_LD) \
	    $$(if $$(filter %oracle/firmware/interrupts.c.o,$$^),$$(INTERRUPTS_LINK)) \
	    -Wl,--build-id -Wl,-z,noexecstack -Wl,--fatal-warnings -Wl,-Map=$$@.map \
	    $$(filter %.o,$$^) $$($(3)_LIBS) -lm -o $$@
	$$(call say,EMBED $$@)build/bobbin embed $$($(3)_EMBED) $$@
endef

# $(1) board, $(2) build
define object_rules
build/fw/$(1)/$(2)/%.o: % tests/firmware.mk tests/matrix.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$@)$$($$($(1)/$(2)_CC)_COMPILE) $$($(1)/$(2)_FLAGS) \
	    -std=gnu11 $$(FIRMWARE_WARNINGS) $$(call source_flags,$$<,$$($(1)/$(2)_CC)) \
	    -MMD -MP -c $$< -o $$@

build/fw/$(1)/$(2)/%.cpp.o: %.cpp tests/firmware.mk tests/matrix.mk
	@mkdir -p $$(@D)
	$$(call say,CXX $$@)$$(call $$($(1)/$(2)_CC)_COMPILE_CPP,$$($(1)/$(2)_FLAGS)) \
	    $$($(1)/$(2)_FLAGS) -std=gnu++17 $$(FIRMWARE_WARNINGS) \
	    $$(call source_flags,$$<,$$($(1)/$(2)_CC)) -MMD -MP -c $$< -o $$@
endef

include tests/matrix.mk

firmware: $(FIRMWARE)

# The images of `make demo` and `make size`.
demo-firmware: $(DEMO:%=build/fw/%/demo.elf) $(DEMO:%=build/fw/%/nested.elf)

.PHONY: firmware demo-firmware

# Writes the script build/fw/BOARD/qemu ELF COMMANDS [OPTION...], which runs ELF in QEMU with the
# command line COMMANDS and the UART on standard output. It ends after QEMU_SECONDS (60) at most.
build/fw/%/qemu: boards/%/board.mk boards/common/common.mk tests/firmware.mk
	@mkdir -p $(@D)
	@printf '%s\n' '#!/bin/sh' 'elf=$$1; commands=$$2; shift 2' \
	    'exec timeout -k 5 "$${QEMU_SECONDS:-60}" $($*_QEMU)'\
	' -serial stdio -kernel "$$elf" -append "$$commands" "$$@"' >$@
	@chmod +x $@

firmware demo-firmware: $(BOARDS:%=build/fw/%/qemu)
	@:
