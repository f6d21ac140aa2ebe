# SPDX-License-Identifier: MIT
# Versatile Express with a Cortex-A9. The program starts at 0x60010000.
include boards/common/common.mk

vexpress-a9_CPU := -mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard
vexpress-a9_PORT := armv7-a
vexpress-a9_SOURCES := $(call board_sources,vexpress-a9,\
    cycle_counter gic_timer gicv2 mmu pl011 pl011_put sp804_tick)
vexpress-a9_LD := linker/vexpress-a9.ld
vexpress-a9_QEMU := qemu-system-arm -M vexpress-a9 $(BOARD_QEMU)
