# SPDX-License-Identifier: MIT
# What the boards share. The board.mk of a board defines these variables, with its name before them:
#   _CPU      compiler and linker flags: processor, FPU, ABI
#   _PORT     folder in port/
#   _SOURCES  C and assembly of the board and its port; a program adds core and its own sources
#   _LD       linker script; needs -Llinker
#   _QEMU     the emulator; the caller adds -serial, -append and -kernel

# Removes the default crash stack, because board.ld defines one with a guard page.
port/armv7/crash_stack.S_FLAGS := -DBOBBIN_CRASH_STACK_BYTES=0

BOARD_SOURCES := $(wildcard boards/common/*.c boards/common/*.S) linker/reserve.c \
    $(wildcard port/common/*.c port/crash/*.c port/sampling/*.c port/sink/*.c) \
    $(wildcard port/armv7/*.c port/armv7/*.S)
BOARD_INCLUDES := -iquote . -Icore/include -Iport/include -Iboards/common
BOARD_QEMU := -audio none -nodefaults -display none -monitor none \
    -semihosting-config enable=on,target=native -icount shift=0,sleep=off

# Sources of boards that call the port: firmware without the port leaves them out.
BOARD_USES_PORT := boards/common/config.c boards/devices/pl011_put.c

# board_sources(BOARD, DEVICE...): the sources of BOARD with its port, and devices of boards/devices
board_sources = $(BOARD_SOURCES) $(wildcard port/$($(1)_PORT)/*.c port/$($(1)_PORT)/*.S) \
    $(sort $(wildcard boards/$(1)/*.c boards/$(1)/*.S)) $(2:%=boards/devices/%.c)
