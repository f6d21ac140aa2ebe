/* SPDX-License-Identifier: MIT */
/* The vectors branch here, and from here to the port's entries. Both functions are roots. */
#include "startup.h"

        .syntax unified
        .arm
        .section .text.board_interrupt_entries, "ax", %progbits
        .balign 4
function board_irq_entry
        .cfi_undefined lr
        b       bobbin_sample_irq_entry
end_function board_irq_entry

function board_fiq_entry
        .cfi_undefined lr
        b       bobbin_sample_fiq_entry
end_function board_fiq_entry
