# SPDX-License-Identifier: MIT
# MPS3 with the FPGA image AN536: a Cortex-R52. The program is in its flash at 0x08000000. The
# counter counts instructions: cntfrq is the rate of instructions with -icount shift=0.
include boards/common/common.mk

mps3-an536_CPU := -mcpu=cortex-r52 -mfpu=neon-fp-armv8 -mfloat-abi=hard
mps3-an536_PORT := armv8-r
mps3-an536_SOURCES := $(call board_sources,mps3-an536,cmsdk_uart generic_timer gic_timer gicv3)
mps3-an536_LD := linker/mps3-an536.ld
mps3-an536_QEMU := qemu-system-arm -M mps3-an536 -cpu cortex-r52,cntfrq=1000000000 -nic none \
    $(BOARD_QEMU)
