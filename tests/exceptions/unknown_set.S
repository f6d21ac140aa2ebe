/* SPDX-License-Identifier: MIT */
/*
 * A handler that only a pointer refers to: the exception may have entered FIQ mode or another one,
 * so it is unknown whether r8-r12 of user mode are the current ones.
 */
#include "expect.inc"

        vectors
        unused undefined, call, prefetch, data, irq, fiq

#define FRAME "load r0-r7; base = base+60; pc = [0]; sp = base+4; end usr -0/-0"
#define LOSES "other_r8 = pc; other_r9 = pc; other_r10 = pc; other_r11 = pc; other_r12 = pc; " \
        "lose r8-r12; "

function all
        sub     lr, lr, #4
        sub     sp, sp, #64
        str     lr, [sp, #60]
        stm     sp, {r0-r14}^
        expect  "ANY: " FRAME
        mrs     r1, spsr
        push    {r1}
        bl      work
        expect  "ANY: lose r12; psr = [0]; base = base+4; " FRAME
        pop     {r1}
        msr     spsr_cxsf, r1
        ldm     sp, {r0-r14}^
        expect  "ANY: " LOSES FRAME
        ldr     lr, [sp, #60]
        add     sp, sp, #64
        movs    pc, lr
end_function all

#define SAVED "load r0-r3,r12,pc; sp = base+24; end usr -0/-0"

function one
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r0, r8_usr
        push    {r0}
        expect  "ANY: base = base+4; " SAVED
        mov     r1, #0
        msr     r8_usr, r1
        expect  "ANY: other_r8 = pc; lose r8; base = base+4; " SAVED
        pop     {r0}
        msr     r8_usr, r0
        expect  "ANY: other_r8 = pc; lose r8; " SAVED
        ldm     sp!, {r0-r3, r12, pc}^
end_function one

function fiqs
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r0, r9_fiq
        msr     r9_fiq, r1
        expect  "ANY: other_r9 = pc; lose r9; " SAVED
        ldm     sp!, {r0-r3, r12, pc}^
end_function fiqs

        .section .rodata
        .word   all, one, fiqs
