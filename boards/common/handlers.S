/* SPDX-License-Identifier: MIT */
/*
 * Handlers of the vectors that no crash uses. Weak: interrupt code replaces them by functions of the
 * same name. An exception that nobody expects becomes an undefined instruction, and so is reported
 * under the name of its handler. No CFI: behind it is an exception, not a call.
 */
        .syntax unified
        .arm

.macro unexpected name
        .section .text.\name, "ax", %progbits
        .balign 4
        .weak   \name
        .type   \name, %function
\name:
        udf     #0
        b       \name
        .size   \name, . - \name
.endm

        unexpected board_svc_entry
        unexpected board_irq_entry
        unexpected board_fiq_entry
