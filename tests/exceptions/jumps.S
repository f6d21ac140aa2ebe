/* SPDX-License-Identifier: MIT */
/*
 * Handlers with jumps to addresses from memory. Each label of the handler of which memory has the
 * address may be the target, in the state of the jump.
 */
#include "expect.inc"

        vectors
        unused undefined, prefetch, fiq

#define FRAME "load r0-r3,r12,pc; sp_svc = base+24; end svc -0/-0 call"

/* The jump comes with two registers more on the stack. */
function call
        push    {r0-r3, r12, lr}
        cmp     r0, #1
        bhi     call_on
        ldr     r1, =table
        push    {r4, r5}
        ldr     r1, [r1, r0, lsl #2]
        expect  "SVC: load r4-r5; base = base+8; " FRAME
        bx      r1
call_on:
        expect  "none: nothing leads to the saved registers"
        bl      work
        b       .
        .ltorg
end_function call

/* By a load from a table elsewhere. */
function irq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        cmp     r0, #1
        bhi     1f
        ldr     r1, =other_table
        push    {r4, r5}
        ldr     pc, [r1, r0, lsl #2]
1:      expect  "IRQ: load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        bl      work
irq_on: expect  "none: nothing leads to the saved registers"
        ldm     sp!, {r0-r3, r12, pc}^
        .ltorg
end_function irq

/* A table of addresses after the jump. */
function data
        push    {r0-r3, r12, lr}
        cmp     r0, #1
        bhi     2f
        push    {r4, r5}
        ldr     pc, [pc, r0, lsl #2]
        nop
        .word   2f, 1f
1:      expect  "ABT: load r4-r5; base = base+8; load r0-r3,r12,pc; sp_abt = base+24; end abt -8/-8"
        pop     {r4, r5}
        b       .
2:      expect  "none: nothing leads to the saved registers"
        b       .
end_function data

        .section .rodata
table:  .word   call_on, call_on
other_table:
        .word   irq_on, irq_on
