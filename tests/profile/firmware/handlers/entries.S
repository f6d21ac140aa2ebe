/* SPDX-License-Identifier: MIT */
/* From the vectors to the port's entries: roots like these. */
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
