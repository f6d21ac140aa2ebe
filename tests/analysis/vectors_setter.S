/* SPDX-License-Identifier: MIT */
/*
 * Functions that write their argument to VBAR: each constant that a call passes is the address of a
 * vector table. The slots have symbols and pointers, so their shape alone does not count.
 */
#define OWN_START
#include "expect.inc"

.macro table name, handler
        .balign 32
        .global \name
        .type   \name, %function
\name:
        expect  "root"
        b       _start
        .rept   7
        expect  "handler"
        b       \handler
        .endr
        .size   \name, . - \name
        .pushsection .rodata
        .word   \name + 4, \handler
        .popsection
function \handler
        expect  "handler"
        push    {r4, lr}
        expect  "handler"
        pop     {r4, pc}
end_function \handler
.endm

        table   by_call, called_table
        table   by_tail_call, tail_called_table
        table   by_wrapper, wrapped_table
        table   by_stack, stacked_table
        table   by_low_bits, cleared_table
        table   by_distance, distant_table

        .global _start
function _start
        expect  "root"
        ldr     sp, =0x20000
        ldr     r0, =by_call
        bl      sets_base
        adr     r0, by_tail_call
        bl      passes_on
        ldr     r1, =by_wrapper
        mov     r0, #0
        bl      wraps
        movw    r0, #:lower16:by_stack
        movt    r0, #:upper16:by_stack
        bl      by_frame
        ldr     r0, =by_low_bits + 12
        bl      clears
        ldr     r0, =by_distance - 64
        bl      adds
        b       .
        .ltorg
end_function _start

function sets_base
        expect  "cfa=sp ra=lr"
        mcr     p15, 0, r0, c12, c0, 0
        isb
        expect  "cfa=sp ra=lr"
        bx      lr
end_function sets_base

function passes_on
        expect  "cfa=sp ra=lr"
        b       sets_base
end_function passes_on

/* The argument is the second one. */
function wraps
        push    {r4, lr}
        mov     r4, r0
        mov     r0, r1
        bl      sets_base
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        pop     {r4, pc}
end_function wraps

/* As compilers do without optimization. */
function by_frame
        push    {r7, lr}
        sub     sp, sp, #8
        mov     r7, sp
        str     r0, [r7, #4]
        ldr     r3, [r7, #4]
        mcr     p15, 0, r3, c12, c0, 0
        add     sp, sp, #8
        expect  "cfa=sp+8 ra=lr r7=[cfa-8]"
        pop     {r7, pc}
end_function by_frame

function clears
        bic     r0, r0, #31
        mcr     p15, 0, r0, c12, c0, 0
        bx      lr
end_function clears

function adds
        add     r0, r0, #64
        mcr     p15, 0, r0, c12, c0, 0
        bx      lr
end_function adds
