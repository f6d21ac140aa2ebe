/* SPDX-License-Identifier: MIT */
/*
 * The vectors of the programs' images. A fault ends the emulation with its own status and prints no
 * report, so core and port are not linked. The handlers have no CFI: their caller is an exception.
 */
        .syntax unified
        .arm

#define STATUS_FAULT 71

.macro also_called name
        .global \name
        .type   \name, %function
\name:
.endm

        .section .text.fatal, "ax", %progbits
        .balign 4
also_called bobbin_undefined_entry
also_called bobbin_prefetch_abort_entry
also_called bobbin_data_abort_entry
also_called bobbin_null_call_entry
        mov     r0, #STATUS_FAULT
        bl      board_exit
        .size   bobbin_undefined_entry, . - bobbin_undefined_entry
        .size   bobbin_prefetch_abort_entry, . - bobbin_prefetch_abort_entry
        .size   bobbin_data_abort_entry, . - bobbin_data_abort_entry
        .size   bobbin_null_call_entry, . - bobbin_null_call_entry
