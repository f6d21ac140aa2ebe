/* SPDX-License-Identifier: MIT */
/*
 * The vectors of the programs' images. A fault ends the emulation with its own status and prints no
 * report, so core and port are not linked. The handlers have no CFI: their caller is an exception.
 */
        .syntax unified
        .arm

#define STATUS_FAULT 71

/*
 * Each handler has its own code: lr is at another distance from the interrupted instruction after
 * each exception, so shared code could not be unwound. r4 keeps lr of the exception, which the call
 * overwrites.
 */
.macro fatal name
        .section .text.fatal, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
        mov     r4, lr
        mov     r0, #STATUS_FAULT
        bl      board_exit
        .size   \name, . - \name
.endm

fatal bobbin_undefined_entry
fatal bobbin_prefetch_abort_entry
fatal bobbin_data_abort_entry
fatal bobbin_null_call_entry
