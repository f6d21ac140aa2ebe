/* SPDX-License-Identifier: MIT */
/*
 * Functions in assembly. For assembly only.
 *
 *     function NAME [STATE]       starts a global function with CFI; with STATE, arm or thumb, in a
 *                                 section of its own and in this state, else in the current ones
 *     end_function NAME
 *     bare_function NAME [STATE]  the same without CFI
 *     end_bare_function NAME
 */
/* clang-format off */
#ifndef BOARD_FUNCTION_H
#define BOARD_FUNCTION_H

/* Without this, .cfi directives generate .eh_frame, which needs memory on the target. */
        .cfi_sections .debug_frame

.macro bare_function name, state
.ifnb \state
        .section .text.\name, "ax", %progbits
        .balign 4
        .\state
.endif
        .global \name
        .type   \name, %function
\name:
.endm

.macro end_bare_function name
        .size   \name, . - \name
.endm

.macro function name, state
        bare_function \name, \state
        .cfi_startproc
.endm

.macro end_function name
        .cfi_endproc
        end_bare_function \name
.endm

#endif
