/* SPDX-License-Identifier: MIT */
/* A FIQ, on its own stack. */
#include "boards/common/startup.h"

        .syntax unified
        .arm
        .section .text.board_fiq_entry, "ax", %progbits
        .balign 4
        .global board_fiq_entry
        .type   board_fiq_entry, %function
board_fiq_entry:
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        bl      interrupts_fiq
        ldm     sp!, {r0-r3, r12, pc}^
        .size   board_fiq_entry, . - board_fiq_entry
