/* SPDX-License-Identifier: MIT */
/*
 * Functions that return with SPSR, although code calls them. No caller is claimed there, and the
 * rules of the code that calls them stay true.
 */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

/* A scheduler calls it to start a task. */
function start_task
        expect  "handler"
        ldr     r1, [r0]
        ldr     lr, [r0, #4]
        msr     spsr_cxsf, r1
        expect  "handler"
        subs    pc, lr, #0
end_function start_task

function starts_a_task
        push    {r4, lr}
        mov     r4, r0
        expect  FRAME
        bl      start_task
        expect  "unreachable: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function starts_a_task

/* It returns to code that calls it, or to what an interrupt has interrupted. */
function end_of_interrupt
        expect  "handler"
        push    {r4, lr}
        cmp     r0, #0
        beq     1f
        pop     {r4, pc}
1:      pop     {r4, lr}
        expect  "handler"
        subs    pc, lr, #4
end_function end_of_interrupt

function acknowledges
        push    {r4, lr}
        mov     r4, r0
        bl      end_of_interrupt
        expect  FRAME
        mov     r0, r4
        pop     {r4, pc}
end_function acknowledges
