# SPDX-License-Identifier: MIT
# How firmware is built: each program in each build of tests/matrix.mk,
# build/fw/BOARD/BUILD/PROGRAM.elf with its table embedded.
include $(sort $(wildcard boards/*/board.mk))

BOARDS := vexpress-a9 versatile-r5f

ARM_GCC := arm-none-eabi-gcc
NEWLIB = $(dir $(firstword $(filter %/stdio.h,$(shell $(ARM_GCC) -M -include stdio.h -x c /dev/null))))
gcc_COMPILE = $(ARM_GCC)
clang_COMPILE = clang-19 --target=arm-none-eabi -fshort-enums -isystem $(NEWLIB)

# clang has no C++ library for this target: it reads the headers of GCC's, for the same ABI.
gcc_COMPILE_CPP = arm-none-eabi-g++
clang_COMPILE_CPP = $(clang_COMPILE) -nostdinc++ $(addprefix -isystem ,$(call libstdcxx,$(filter -mcpu=% -mfpu=% -mfloat-abi=%,$(1))))
libstdcxx = $(shell arm-none-eabi-g++ $(1) -E -v -x c++ /dev/null 2>&1 | sed -n 's|^ \(/.*c++.*\)|\1|p')

# Every program can be run with timer interrupts: see the header.
INTERRUPTS_SOURCES := $(wildcard tests/oracle/firmware/*.c tests/oracle/firmware/*.S)
INTERRUPTS_LINK := -Wl,--wrap=board_command_line

# What runs in fault context must not fault itself: boards have alignment faults on, and the FPU may be
# off; nor may interrupts change FPU registers. Demo and contexts get no flags of ours, as a user's program; those of tests/programs are to have
# nothing that is not executed.
FIRMWARE_OUR_FLAGS := -ffreestanding -mno-unaligned-access
gcc_OUR_FLAGS := $(FIRMWARE_OUR_FLAGS) -mgeneral-regs-only
# Without -fomit-frame-pointer, which README.md has for clang: more frame pointers are unwound so.
clang_OUR_FLAGS := $(FIRMWARE_OUR_FLAGS) -mno-implicit-float
SECTIONS := -ffunction-sections -fdata-sections
FIRMWARE_INCLUDES := $(BOARD_INCLUDES) -Itests/demo -Itests/programs -Itests/selfcheck -Itests/profile/firmware
FIRMWARE_WARNINGS := -Wall -Wextra -Werror

# $(1) source, $(2) compiler
source_flags = $(if $(filter-out tests/oracle/% tests/profile/firmware/handlers/% tests/profile/pair/%,$(filter tests/%,$(1))),,$($(2)_OUR_FLAGS)) $(if $(filter core/% port/% boards/% tests/programs/%,$(1)),$(SECTIONS)) \
    $(if $(filter tests/programs/%,$(1)),-mno-unaligned-access) $(FIRMWARE_INCLUDES) $($(1)_FLAGS)

# A program has _SOURCES, _LINK, _LIBS (at the end of the link) and _EMBED (options of bobbin embed). A source may have _FLAGS.
# $(1) board, $(2) build, $(3) program
define firmware_rules
build/fw/$(1)/$(2)/$(3).elf: $(patsubst %,build/fw/$(1)/$(2)/%.o,$(call $(3)_SOURCES,$(1))) \
    build/bobbin $(wildcard linker/*.ld)
	$$(call say,LD $$@)$$(ARM_GCC) $$(filter-out -mno-omit%,$$($(1)/$(2)_FLAGS)) $$($(1)/$(2)_LINK) $$($(3)_LINK) \
	    -nostartfiles -Llinker -T $($(1)_LD) $$(if $$(filter %oracle/firmware/interrupts.c.o,$$^),$$(INTERRUPTS_LINK)) \
	    -Wl,--build-id -Wl,-z,noexecstack -Wl,--fatal-warnings -Wl,-Map=$$@.map $$(filter %.o,$$^) $$($(3)_LIBS) -lm -o $$@
	$$(call say,EMBED $$@)build/bobbin embed $$($(3)_EMBED) $$@
endef

# $(1) board, $(2) build
define object_rules
build/fw/$(1)/$(2)/%.o: % tests/firmware.mk tests/matrix.mk
	@mkdir -p $$(@D)
	$$(call say,CC $$@)$$($$($(1)/$(2)_CC)_COMPILE) $$($(1)/$(2)_FLAGS) -std=gnu11 $$(FIRMWARE_WARNINGS) \
	    $$(call source_flags,$$<,$$($(1)/$(2)_CC)) -MMD -MP -c $$< -o $$@

build/fw/$(1)/$(2)/%.cpp.o: %.cpp tests/firmware.mk tests/matrix.mk
	@mkdir -p $$(@D)
	$$(call say,CXX $$@)$$(call $$($(1)/$(2)_CC)_COMPILE_CPP,$$($(1)/$(2)_FLAGS)) $$($(1)/$(2)_FLAGS) -std=gnu++17 $$(FIRMWARE_WARNINGS) \
	    $$(call source_flags,$$<,$$($(1)/$(2)_CC)) -MMD -MP -c $$< -o $$@
endef

include tests/matrix.mk

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
