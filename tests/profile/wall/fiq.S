/* SPDX-License-Identifier: MIT */
#include "startup.h"

        .syntax unified
        .arm
        .section .text.board_fiq_entry, "ax", %progbits
        .balign 4
        .global board_fiq_entry
        .type   board_fiq_entry, %function
board_fiq_entry:
        b       bobbin_sample_fiq_entry
        .size   board_fiq_entry, . - board_fiq_entry
