# SPDX-License-Identifier: MIT
# Versatile Express with a Cortex-A9. The program starts at 0x60010000.
include boards/common/common.mk

vexpress-a9_CPU := -mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard
vexpress-a9_PORT := armv7-a
vexpress-a9_SOURCES := $(BOARD_SOURCES) $(wildcard port/armv7-a/*.c port/armv7-a/*.S) \
    boards/vexpress-a9/start.S boards/vexpress-a9/board.c boards/vexpress-a9/timer.c \
    boards/vexpress-a9/interrupts.c boards/vexpress-a9/mmu.c
vexpress-a9_LD := linker/vexpress-a9.ld
vexpress-a9_QEMU := qemu-system-arm -M vexpress-a9 $(BOARD_QEMU)
