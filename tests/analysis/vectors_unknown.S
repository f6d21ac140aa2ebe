/* SPDX-License-Identifier: MIT */
/*
 * Code writes a word of memory to VBAR, so its table is not known. Each row of jumps with the shape
 * of a vector table may be it: the slots and the code that they jump to are disputed. A row that
 * other code calls or jumps to is no table, but short functions or the branches of a switch.
 */
#define OWN_START
#include "expect.inc"

#define DISPUTED "unknown: paths from different contexts meet here"

        .global _start
function _start
        expect  "root"
        ldr     sp, =0x20000
        ldr     r0, =base
        ldr     r0, [r0]
        mcr     p15, 0, r0, c12, c0, 0
        bl      short_3
        b       .
        .ltorg
end_function _start

/* A pointer refers to one of the slots. */
        .balign 32
        .global may_be_table
        .type   may_be_table, %function
may_be_table:
        b       first
        .rept   7
        expect  DISPUTED
        b       may_be_handler
        .endr
        .size   may_be_table, . - may_be_table

function first
        b       .
end_function first

function may_be_handler
        expect  DISPUTED
        push    {r4, lr}
        bl      leaf
        expect  DISPUTED
        pop     {r4, pc}
end_function may_be_handler

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* Each slot is a function, which a pointer refers to. */
        .balign 32
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
function slot_\number
        .if     \number
        expect  DISPUTED
        .endif
        b       leads_to
end_function slot_\number
        .endr

function leads_to
        expect  DISPUTED
        mov     r0, #0
        bx      lr
end_function leads_to

/* Code calls one of these functions. */
        .balign 32
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
function short_\number
        expect  "cfa=sp ra=lr"
        b       leaf
end_function short_\number
        .endr

        .data
base:   .word   may_be_table

        .section .rodata
        .word   may_be_table + 8
        .word   slot_0, slot_1, slot_2, slot_3, slot_4, slot_5, slot_6, slot_7
        .word   short_0, short_1, short_2, short_4, short_5, short_6, short_7
