# SPDX-License-Identifier: MIT
# QEMU's board virt with a Cortex-A15. The program starts at 0x40010000. Its counter counts
# instructions: cntfrq is the rate of instructions with -icount shift=0.
include boards/common/common.mk

virt-a15_CPU := -mcpu=cortex-a15 -mfpu=neon-vfpv4 -mfloat-abi=hard
virt-a15_PORT := armv7-a
virt-a15_SOURCES := $(call board_sources,virt-a15,generic_timer gic_timer gicv2 mmu pl011 pl011_put)
virt-a15_LD := linker/virt-a15.ld
virt-a15_QEMU := qemu-system-arm -M virt -cpu cortex-a15,cntfrq=1000000000 $(BOARD_QEMU)
