/* SPDX-License-Identifier: MIT */
/* Code that the handlers of several exceptions share, and pads on two stacks at the same time. */
#include "expect.inc"

        vectors

#define FRAME "load r0-r3,r12,lr,pc; base = base+28; psr = [0]; sp_svc = base+4; end "

/* Adjusted by the state that it interrupted. */
function undefined
        push    {r0}
        mrs     r0, spsr
        tst     r0, #0x20
        pop     {r0}
        subne   lr, lr, #2
        subeq   lr, lr, #4
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r0-r3, r12, lr}
        expect  "SVC: " FRAME "und -0/-0"
        b       shared
end_function undefined

function prefetch
        sub     lr, lr, #4
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r0-r3, r12, lr}
        b       shared
end_function prefetch

/* lr and SPSR of both modes are lost. */
function shared
        expect  "SVC: lr_und = pc; spsr_und = pc; " FRAME "abt -0/-0"
        and     r1, sp, #4
        sub     sp, sp, r1
        push    {r1, r2}
        bl      work
        expect_return "SVC: lr_und = pc; spsr_und = pc; base += [0]; base = base+8; " FRAME \
                "abt -0/-0"
        pop     {r1, r2}
        add     sp, sp, r1
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_function shared

/* Here lr is 4 or 8 bytes after the instruction, or the address after a call. */
function data
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r0-r3, r12, lr}
        b       differs
end_function data

function fiq
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r0-r3, r12, lr}
        b       differs
end_function fiq

function differs
        expect  "none: offsets of shared vectors differ"
        bl      work
        b       .
end_function differs

function call
        push    {r0-r3, r12, lr}
        b       .
end_function call

#define TWO_PADS "base = sp_irq; base += [0]; base = base+8; psr = [0]; base = base+4; " \
        "load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
#define ON_SVC "load r4-r5,lr; sp_svc = base+12; " TWO_PADS

/* One pad is on the stack, the other in a register that calls leave alone. */
function irq
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r0, spsr
        push    {r0}
        and     r1, sp, #4
        sub     sp, sp, r1
        push    {r1, r2}
        cps     #0x13
        expect  "SVC: " TWO_PADS
        push    {r4, r5, lr}
        and     r5, sp, #4
        sub     sp, sp, r5
        expect  "SVC: base += r5; " ON_SVC
        bl      work
        expect_return "SVC: base += r5; " ON_SVC
        add     sp, sp, r5
        pop     {r4, r5, lr}
        cps     #0x12
        pop     {r1, r2}
        add     sp, sp, r1
        pop     {r0}
        msr     spsr_cxsf, r0
        expect  "IRQ: load r0-r3,r12,pc; sp_irq = base+24; end irq -0/-0"
        ldm     sp!, {r0-r3, r12, pc}^
end_function irq
