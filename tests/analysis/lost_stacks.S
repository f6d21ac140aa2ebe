/* SPDX-License-Identifier: MIT */
/*
 * Functions that may come back on another stack, found by disassembling a microkernel, written
 * anew: its debugger runs on a stack of its own if an exception was the first one.
 */
#include "expect.inc"

#define NO_CFA "unknown: the cfa is not at a known distance from any register"

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* It returns on the stack that its caller names. */
function changes_stack
        expect  "cfa=sp ra=lr"
        mov     sp, r1
        bx      lr
end_function changes_stack

/* After the call the frame is not known, nor is it at the next function. */
function loses_frame
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      changes_stack
        expect  NO_CFA
        pop     {r4, lr}
        b       ends_here
end_function loses_frame

function ends_here
        expect  NO_CFA
        mov     r0, #1
        b       prints
end_function ends_here

/* Other functions call it, so it is compiled for callers. */
function prints
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      leaf
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function prints

function calls_printer
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      prints
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function calls_printer

/* On one path it calls on another stack. It restores registers by loads, not by a pop. */
function restores_by_loads
        expect  "cfa=sp ra=lr"
        push    {r4-r6, r10, lr}
        mov     r10, sp
        cmp     r0, #0
        it      eq
        moveq   sp, r1
        push    {r10}
        mov     r4, r0
        mov     r5, r0
        mov     r6, r0
        bl      leaf
        ldr     r1, [sp]
        mov     sp, r1
        expect  NO_CFA
        ldr     r4, [sp]
        ldr     r5, [sp, #4]
        ldr     r6, [sp, #8]
        ldr     r10, [sp, #12]
        add     sp, sp, #16
        ldr     pc, [sp], #4
end_function restores_by_loads

function needs_registers
        expect  "cfa=sp ra=lr"
        push    {r3, lr}
        bl      restores_by_loads
        expect  "cfa=sp+8 ra=[cfa-4]"
        mov     r0, r4
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r3, pc}
end_function needs_registers

/* The same with a pop of lr. */
function pops_lr
        expect  "cfa=sp ra=lr"
        push    {r4-r6, r10, lr}
        mov     r10, sp
        cmp     r0, #0
        it      eq
        moveq   sp, r1
        push    {r10}
        mov     r4, r0
        bl      leaf
        ldr     sp, [sp]
        expect  NO_CFA
        pop     {r4-r6, r10, lr}
        bx      lr
end_function pops_lr

function needs_frame
        expect  "cfa=sp ra=lr"
        push    {r3, lr}
        bl      pops_lr
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r3, pc}
end_function needs_frame

/* U-Boot, memcpy: a jump into a row of loads. A number in memory is the address of other code. */
#ifndef __thumb__
function jumps_into_row
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        cmp     r2, #8
        blo     2f
        push    {r5, r6}
        adr     r4, 1f
        add     pc, r4, r12
        nop
1:      ldr     r5, [r1], #4
        ldr     r6, [r1], #4
        stmia   r0!, {r5, r6}
        expect  "cfa=sp+16 ra=lr r4=[cfa-8] r5-r6=[cfa-16]"
        pop     {r5, r6}
2:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function jumps_into_row
        .word   2b

function calls_row
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      jumps_into_row
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function calls_row
#endif

/*
 * restore_core_regs of libgcc: the return address was only in lr, and is overwritten. Whatever the
 * new sp is, nothing can return from here.
 */
#ifndef __thumb__
function overwrites_its_link
        ldm     r0, {r3, r4, r5}
        expect  "cfa=sp ra=lr r4=lost r5=lost"
        push    {r3, r4, r5}
        ldm     sp, {r12, sp, lr}
        expect  NOTHING_LEFT
        bx      r12
end_function overwrites_its_link
        .word   overwrites_its_link

/* Here the return address is in the frame that is left: other code may return from it. */
function leaves_its_link
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        ldm     r0, {r1, r2, r3}
        push    {r1, r2, r3}
        ldm     sp, {r12, sp, lr}
        expect  "unknown: the cfa is not at a known distance from any register"
        bx      r12
end_function leaves_its_link
        .word   leaves_its_link
#endif
