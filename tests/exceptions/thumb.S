/* SPDX-License-Identifier: MIT */
/* Vectors and handlers in Thumb state, into which exceptions enter if SCTLR.TE is set. */
#include "expect.inc"

        .pushsection .vectors, "ax", %progbits
        .thumb
        b.w     _start
        b.w     undefined
        b.w     call
        b.w     prefetch
        b.w     data
        nop.w
        b.w     irq
        b.w     fiq
        .popsection

        .thumb

#define ON_SVC "load r0-r3,lr,pc; base = base+24; psr = [0]; sp_svc = base+4; end irq -0/-0"

function irq
        expect  "IRQ: end irq -4/-4"
        sub.w   lr, lr, #4
        srsdb   sp!, #0x13
        expect  "IRQ: base = sp_svc; pc = [0]; base = base+4; psr = [0]; sp_svc = base+4; " \
                "end irq -0/-0"
        cps     #0x13
        push    {r0-r3, lr}
        expect  "SVC: " ON_SVC
        mov     r1, sp
        ands    r1, r1, #4
        sub     sp, sp, r1
        expect  "SVC: base += r1; " ON_SVC
        push    {r1, r2}
        bl      work
        expect  "SVC: lose r12; base += [0]; base = base+8; " ON_SVC
        pop     {r1, r2}
        add     sp, sp, r1
        pop     {r0-r3, lr}
        rfeia   sp!
end_function irq

#define BY_R7 "base = r7; psr = [0]; base = base+4; r7 = [0]; base = base+4; load r0-r3,pc; " \
        "sp_svc = base+20; end svc -0/-0 call"

function call
        push    {r0-r3, lr}
        mrs     r0, spsr
        push    {r0, r7}
        mov     r7, sp
        mov     r4, r7
        bfc     r4, #0, #3
        mov     sp, r4
        expect  "SVC: lose r4; " BY_R7
        bl      work
        mov     sp, r7
        pop     {r0, r7}
        msr     spsr_cxsf, r0
        pop     {r0-r3, lr}
        expect  "SVC: lose r4,r12; end svc -0/-0 call"
        movs    pc, lr
end_function call

/* Conditional moves in an IT block: the register that they choose is computed. */
function fiq
        push    {r0-r7, lr}
        mrs     r0, spsr
        and     r1, r0, #0x1f
        cmp     r1, #0x12
        ite     eq
        moveq   r2, r4
        movne   r2, r5
        expect  "FIQ: load r0-r7,pc; sp_fiq = base+36; end fiq -4/-4"
        ite     eq
        moveq   r6, r4
        movne   r6, r5
        expect  "FIQ: load r0-r7,pc; sp_fiq = base+36; end fiq -4/-4"
        bl      work
        pop     {r0-r7, lr}
        subs    pc, lr, #4
end_function fiq

/* lr is adjusted in an IT block, and stored over the slot with the old value. */
function data
        push    {r0-r11, lr}
        mrs     r1, spsr
        tst.w   r1, #0x20
        ite     ne
        subne   lr, #6
        subeq   lr, #4
        expect  "ABT: load r0-r11,pc; sp_abt = base+52; end abt -8/-8"
        str     lr, [sp, #48]
        expect  "ABT: load r0-r11,pc; sp_abt = base+52; end abt -4/-2"
        bl      work
        expect  "ABT: lose r12; load r0-r11,pc; sp_abt = base+52; end abt -4/-2"
        pop     {r0-r11, lr}
        movs    pc, lr
end_function data

/* Another value is stored over the slot of lr. */
function prefetch
        push    {r0-r3, lr}
        mov     r3, #0
        str     r3, [sp, #16]
        expect  "ABT: load r0-r3; sp_abt = base+20; end abt -4/-4"
        bl      work
        expect  "none: no location holds pc of the interrupted code"
        b       .
end_function prefetch

/* The handler skips the undefined instruction. */
function undefined
        push    {r0-r3, lr}
        mrs     r1, spsr
        tst     r1, #0x20
        ldr     r2, [sp, #16]
        ite     ne
        subne   r2, #2
        subeq   r2, #4
        str     r2, [sp, #16]
        expect  "UND: load r0-r3,pc; sp_und = base+20; end und -0/-0"
        bl      work
        ldr     r2, [sp, #16]
        adds    r2, #4
        str     r2, [sp, #16]
        expect  "UND: lose r12; load r0-r3,pc; sp_und = base+20; end und -4/-4"
        pop     {r0-r3, lr}
        movs    pc, lr
end_function undefined
