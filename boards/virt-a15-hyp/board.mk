# SPDX-License-Identifier: MIT
# The board virt-a15 in Hyp mode: all of the firmware runs there.
include boards/virt-a15/board.mk

virt-a15-hyp_CPU := $(virt-a15_CPU)
virt-a15-hyp_PORT := armv7-a
virt-a15-hyp_SOURCES := $(call board_sources,virt-a15-hyp,\
    generic_timer gic_timer gicv2 mmu_hyp pl011 pl011_put) boards/virt-a15/board.c \
    $(wildcard port/armv7-hyp/*.c port/armv7-hyp/*.S)
virt-a15-hyp_LD := linker/virt-a15.ld
virt-a15-hyp_QEMU := $(virt-a15_QEMU) -M virt,virtualization=on
