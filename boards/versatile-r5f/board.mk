# SPDX-License-Identifier: MIT
# Versatile PB with a Cortex-R5F instead of its own core. Memory starts at address 0.
include boards/common/common.mk

versatile-r5f_CPU := -mcpu=cortex-r5 -mfpu=vfpv3-d16 -mfloat-abi=hard
versatile-r5f_PORT := armv7-r
versatile-r5f_SOURCES := $(call board_sources,versatile-r5f,\
    cycle_counter pl011 pl011_put sp804_tick)
versatile-r5f_LD := linker/versatile-r5f.ld
versatile-r5f_QEMU := qemu-system-arm -M versatilepb -cpu cortex-r5f $(BOARD_QEMU)
