/* SPDX-License-Identifier: MIT */
/* Modes that code computes from a copy of cpsr. chosen_mode.S has those that nobody can know. */
#include "expect.inc"

        vectors

#define ON_IRQ "psr = [0]; base = base+4; r1 = [0]; base = base+4; load r0,pc; " \
        "sp_irq = base+8; end irq -0/-0"

/* From IRQ mode (0x12) to SVC mode (0x13). */
function irq
        sub     lr, lr, #4
        push    {r0, lr}
        mrs     r0, spsr
        push    {r0, r1}
        mrs     r0, cpsr
        eor     r0, r0, #1
        msr     cpsr_c, r0
        expect  "SVC: base = sp_irq; " ON_IRQ
        push    {r2, r3, r12, lr}
        expect  "SVC: load r2-r3,r12,lr; sp_svc = base+16; base = sp_irq; " ON_IRQ
        bl      work
        expect_return "SVC: load r2-r3,r12,lr; sp_svc = base+16; base = sp_irq; " ON_IRQ
        b       .
end_function irq

#define ON_ABT "psr = [0]; base = base+4; load r0,pc; sp_abt = base+8; end abt -0/-0"

/* From abort mode (0x17) to SVC mode, by an exception return to the next instruction. */
function data
        sub     lr, lr, #8
        push    {r0, lr}
        mrs     lr, spsr
        push    {lr}
        mrs     r0, cpsr
        eor     r0, r0, #4
        msr     spsr_cxsf, r0
        mov     r0, sp
        mov     lr, pc
        movs    pc, lr
        expect  "SVC: base = sp_abt; " ON_ABT
        push    {r1-r12, lr}
        expect  "SVC: load r1-r12,lr; sp_svc = base+52; base = sp_abt; " ON_ABT
        bl      work
        b       .
end_function data

/* By arithmetic, in Thumb state. */
        .thumb
function prefetch
        sub     lr, lr, #4
        push    {r0, lr}
        mrs     r0, spsr
        push    {r0}
        mrs     r0, cpsr
        subs    r0, #4
        msr     cpsr_c, r0
        expect  "SVC: base = sp_abt; " ON_ABT
        eor     r0, r0, #1
        msr     cpsr_c, r0
        expect  "IRQ: base = sp_abt; " ON_ABT
        b       .
end_function prefetch
        .arm

#define UNKNOWN "none: the code has chosen the processor mode by a number"

/* Another register sets masks, but arithmetic with it may give any mode. */
function call
        push    {r0-r3, r12, lr}
        mrs     r3, cpsr
        orr     r2, r3, r1
        msr     cpsr_c, r2
        expect  "SVC: load r0-r3,r12,pc; sp_svc = base+24; end svc -0/-0 call"
        eor     r2, r3, r1
        msr     cpsr_c, r2
        expect  UNKNOWN
        push    {r4, r5}
        b       .
end_function call

function fiq
        push    {r0-r7, lr}
        mrs     r1, cpsr
        add     r1, r1, r0
        msr     cpsr_c, r1
        expect  UNKNOWN
        push    {r4, r5}
        b       .
end_function fiq

/* MSR replaces the flags that told the state of the interrupted code. */
function undefined
        push    {r0-r3, r12}
        mrs     r0, spsr
        tst     r0, #0x20
        ldr     r1, =0x600000db
        msr     cpsr_cxsf, r1
        subeq   lr, lr, #4
        subne   lr, lr, #2
        expect  "none: offsets of shared vectors differ"
        b       .
end_function undefined
