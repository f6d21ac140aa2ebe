/* SPDX-License-Identifier: MIT */
/*
 * Exception vectors in Thumb state, as after a reset with SCTLR.TE set (ARM ARM B4.1.130). Code
 * writes the address to VBAR. The slots are at the same addresses as in ARM state, so a slot may
 * have two instructions.
 */
#include "expect.inc"

        .thumb
        .balign 32
        .type   table, %function
table:  expect  "root"
        b.w     resets
        expect  "handler"
        udf     #0
        nop
        expect  "handler"
        push    {r0, lr}
        expect  "handler"
        b.n     saved
        expect  "handler"
        sub.w   lr, lr, #8
        expect  "handler"
        b.w     aborts
        .word   0x12345678
        expect  "handler"
        ldr.w   pc, 2f
        expect  "handler"
        movs    r0, #1
        expect  "handler"
        b.n     aborts
        .size   table, . - table
2:      .word   interrupt + 1

        .type   saved, %function
saved:  expect  "handler"
        pop.w   {r0, lr}
        subs    pc, lr, #0
        .size   saved, . - saved

        .type   resets, %function
resets: expect  "root"
        bl      sets_base
1:      b       1b
        .size   resets, . - resets

        .type   aborts, %function
aborts: expect  "handler"
        b       aborts
        .size   aborts, . - aborts

        .type   interrupt, %function
interrupt:
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "handler"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4
        .size   interrupt, . - interrupt

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

function sets_base
        expect  "cfa=sp ra=lr"
        ldr     r0, 1f
        add     r0, pc
2:      mcr     p15, 0, r0, c12, c0, 0
        expect  "cfa=sp ra=lr"
        bx      lr
        .balign 4
1:      .word   table - (2b + 2)
end_function sets_base

/* The shape is not enough in Thumb state: the jumps are functions. */
        .balign 32
.macro  goes name
        .thumb_func
\name:  expect  "cfa=sp ra=lr"
        b.w     leaf
.endm
.irp number, 0, 1, 2, 3, 4, 5, 6, 7
        goes    goes\number
.endr
