/* SPDX-License-Identifier: MIT */
/*
 * Default handlers for SVC, IRQ and FIQ. They are weak: a program replaces them by functions of the
 * same name. An unexpected exception executes an undefined instruction here, so the crash report
 * shows the name of the handler. They have no CFI, because an exception entered them, not a call.
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
