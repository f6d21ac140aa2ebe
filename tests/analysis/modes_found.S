/* SPDX-License-Identifier: MIT */
/*
 * Code of others whose rule the table cannot express, written anew: start-up code that sets the
 * stack of each mode (newlib crt0.o, RT-Thread) or its own (TF-A), and the context switch of RTX5.
 * gen/README.md, "Code that stays unknown", has the reasons.
 */
#define OWN_START
#include "expect.inc"

        .global _start
function _start
        expect  "root"
        bl      sets_all_stacks
        expect  "root"
        bl      sets_own_stack
        expect  "root"
        bl      leaf
        expect  "root"
1:      b       1b
end_function _start

function leaf
        bx      lr
end_function leaf

/*
 * The return address is in lr of the mode of _start, which is known only at run time. Back in that
 * mode, sp may be the new one.
 */
function sets_all_stacks
        expect  "cfa=sp ra=lr"
        mrs     r4, cpsr
        expect  "cfa=sp ra=lr r4=lost"
        tst     r4, #15
        beq     1f
        mov     r3, sp
        mov     r1, #0xd1
        msr     cpsr_c, r1
        expect  "unknown: no location holds r8 on all paths"
        mov     sp, r3
        sub     r3, r3, #4096
        mov     r1, #0xdf
        expect  "unknown: no location holds r8 on all paths"
        msr     cpsr_c, r1
        mov     sp, r3
        orr     r4, r4, #0xc0
        msr     cpsr_c, r4
        expect  "unknown: the cfa is not at a known distance from any register"
1:      bx      lr
end_function sets_all_stacks

/* The caller's sp is gone: the return leaves the new one. */
function sets_own_stack
        expect  "cfa=sp ra=lr"
        mov     r4, lr
        expect  "cfa=sp ra=r4 r4=lost"
        bl      leaf
        expect  "cfa=sp ra=r4 r4=lost"
        ldr     r0, =0x20000
        mov     sp, r0
        expect  "unknown: the cfa is not at a known distance from any register"
        bx      r4
end_function sets_own_stack

#ifndef __thumb__
/*
 * A handler calls this to switch. It saves r4-r11 in the stack of the task, whose address only the
 * control block of the task keeps, and aligns sp by a number that is in r4.
 */
function switches
        expect  "cfa=sp ra=lr"
        push    {lr}
        cmp     r0, #0
        bne     4f
        expect  "cfa=sp+4 ra=lr"
        stmia   sp, {sp}^
        ldr     r1, [sp]
        stmia   r1!, {r4-r11}
        ldr     r9, [r2]
        expect  "unknown: no location holds r9 on all paths"
        mov     r4, sp
        and     r4, r4, #4
        sub     sp, sp, r4
        expect  "unknown: the cfa is not at a known distance from any register"
        bl      leaf
        add     sp, sp, r4
        expect  "unknown: the cfa is not at a known distance from any register"
        ldr     lr, [r9, #56]
        ldm     lr!, {r4-r11}
4:      pop     {pc}
end_function switches

function handler
        expect  "handler"
        sub     lr, lr, #4
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r0-r3, r12, lr}
        bl      switches
        expect  "handler"
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_function handler
#endif
