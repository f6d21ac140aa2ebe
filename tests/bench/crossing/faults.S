/* SPDX-License-Identifier: MIT */
/*
 * The vectors of faults: the firmware hangs, and the time limit of its run ends it. Handlers that
 * call functions would have rules, and a longer search for the rules that cost.sh measures.
 */
        .syntax unified
        .arm

.macro hangs name
        .section .text.faults, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
        b       \name
        .size   \name, . - \name
.endm

hangs bobbin_undefined_entry
hangs bobbin_prefetch_abort_entry
hangs bobbin_data_abort_entry
hangs bobbin_null_call_entry
