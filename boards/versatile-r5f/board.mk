# SPDX-License-Identifier: MIT
# Versatile PB with a Cortex-R5F instead of its own core. Memory starts at address 0.
include boards/common/common.mk

versatile-r5f_CPU := -mcpu=cortex-r5 -mfpu=vfpv3-d16 -mfloat-abi=hard
versatile-r5f_PORT := armv7-r
versatile-r5f_SOURCES := $(BOARD_SOURCES) $(wildcard port/armv7-r/*.c port/armv7-r/*.S) \
    boards/versatile-r5f/start.S boards/versatile-r5f/board.c boards/versatile-r5f/timer.c \
    boards/versatile-r5f/interrupts.c boards/versatile-r5f/mpu.c
versatile-r5f_LD := linker/versatile-r5f.ld
versatile-r5f_QEMU := qemu-system-arm -M versatilepb -cpu cortex-r5f $(BOARD_QEMU)
