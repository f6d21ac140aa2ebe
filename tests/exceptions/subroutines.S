/* SPDX-License-Identifier: MIT */
/*
 * Functions and subroutines that do not leave sp of their caller as it was. Code that is straight
 * is a part of the handler. Of other code only is known what the analysis of frames shows.
 */
#include "expect.inc"

        vectors
        unused prefetch, data

#define ON_UND "load r0-r3,r12,pc; sp_und = base+24; end und -4/-2"

/* A function takes another stack, one of two. */
function undefined
        push    {r0-r3, r12, lr}
        expect  "UND: " ON_UND
        bl      takes_stack
        expect_return "none: nothing leads to the saved registers"
        expect  "none: nothing leads to the saved registers"
        bl      work
        b       .
end_function undefined

function takes_stack
        ldr     r0, =0x30000
        cmp     r1, #0
        addne   r0, r0, #4096
        mov     sp, r0
        bx      lr
        .ltorg
end_function takes_stack

#define ON_FIQ "load r0-r3,r12,pc; sp_fiq = base+24; end fiq -0/-0"

/* Local subroutines, one of which moves sp under a condition. */
function fiq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        bl      1f
        expect  "FIQ: load r4-r7; base = base+16; " ON_FIQ
        bl      3f
        expect  "FIQ: lose r9; load r4-r7; base = base+16; " ON_FIQ
        bl      2f
        expect  "no entry code"
        ldm     sp!, {r0-r3, r12, pc}^
1:      push    {r4-r7}
        mov     pc, lr
2:      cmp     r0, #0
        addeq   sp, sp, #16
        popne   {r4-r7}
        mov     pc, lr
3:      cmp     r0, #0
        moveq   r9, #0
        mov     pc, lr
end_function fiq

#define ON_IRQ "load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"

/* A subroutine that calls, and one in another mode. */
function irq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        cmp     r0, #0
        beq     1f
        expect  "IRQ: " ON_IRQ
        bl      2f
        expect  "no entry code"
        b       .
1:      expect  "IRQ: " ON_IRQ
        bl      3f
        expect  "no entry code"
        ldm     sp!, {r0-r3, r12, pc}^
2:      mov     r4, lr
        bl      work
        cmp     r0, #0
        movne   r0, #1
        mov     pc, r4
3:      mov     r1, lr
        cmp     r0, #0
        movne   r0, #1
        cps     #0x13
        mov     pc, r1
end_function irq

/* The function breaks r4, too. */
function call
        push    {r0-r3, r12, lr}
        expect  "SVC: load r0-r3,r12,pc; sp_svc = base+24; end svc -0/-0 call"
        bl      drops
        expect  "none: nothing leads to the saved registers"
        b       .
end_function call

function drops
        cmp     r0, #0
        movne   r4, #0
        add     sp, sp, #8
        bx      lr
end_function drops
