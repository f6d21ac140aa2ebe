/* SPDX-License-Identifier: MIT */
/*
 * Special calls and returns: bl that only reads pc, functions that do not return, callees that
 * change callee-saved registers.
 */
        .fpu    neon
#include "expect.inc"

function leaf
        bx      lr
end_function leaf

#ifndef __thumb__
/* A call on ARMv4: mov reads pc as the address of the instruction after bx. */
function call_by_mov
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        mov     lr, pc
        bx      r4
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function call_by_mov
#endif

/* This bl only copies pc to lr. It is not a call. */
function bl_to_the_next
        push    {r4, lr}
        bl      1f
1:      expect  "cfa=sp+8 ra=[cfa-4]"
        mov     r4, lr
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function bl_to_the_next

/*
 * The local procedure at label 1 uses the frame of this function. It may also return for the
 * function.
 */
function local_procedure
        push    {r4, lr}
        mov     r4, r0
        bl      1f
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
1:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        cmp     r0, #0
        it      ne
        bxne    lr
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function local_procedure

/* The function overwrites r4 and r5 without saving them. The call overwrites lr. */
function never_returns
        expect  "cfa=sp ra=lr"
        mov     r4, r0
        expect  "cfa=sp ra=lr r4=lost"
        mov     r5, r1
        expect  "cfa=sp ra=lr r4=lost r5=lost"
        bl      leaf
1:      expect  NOTHING_LEFT
        b       1b
end_function never_returns

/* The last instruction is a call. The nop after it is padding and belongs to no function. */
function call_at_the_end
        push    {r3, lr}
        expect  "cfa=sp+8 ra=[cfa-4]"
        bl      never_returns
end_function call_at_the_end
        nop

function behind_it
        expect  "cfa=sp ra=lr"
        bx      lr
end_function behind_it

function returns_by_r4
        expect  "cfa=sp ra=lr"
        mov     r4, lr
        expect  "cfa=sp ra=r4 r4=lost"
        bl      leaf
        expect  "cfa=sp ra=r4 r4=lost"
        bx      r4
end_function returns_by_r4

/* A private calling convention: the function returns its result in d8. */
function breaks_d8
        expect  "cfa=sp ra=lr"
        vmov    d8, r0, r1
        expect  "cfa=sp ra=lr d8=lost"
        bx      lr
end_function breaks_d8

function calls_what_breaks_d8
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] d8=lost"
        bl      breaks_d8
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] d8=lost"
        pop     {r4, pc}
end_function calls_what_breaks_d8

function half_of_a_double
        expect  "cfa=sp ra=lr"
        vpush   {s16}
        expect  "cfa=sp+4 ra=lr"
        vmov    s16, r0
        expect  "cfa=sp+4 ra=lr d8.low=[cfa-4]"
        vpop    {s16}
        expect  "cfa=sp ra=lr"
        bx      lr
end_function half_of_a_double

/* s17 is the high half of d8; s18 and s19 are d9; s20 is the low half of d10. */
function doubles_and_halves
        vpush   {s17-s20}
        vmov    s17, r0
        vmov    d9, r0, r1
        vmov    s20, r0
        expect  "cfa=sp+16 ra=lr d8.high=[cfa-16] d9=[cfa-12] d10.low=[cfa-4]"
        vpop    {s17-s20}
        expect  "cfa=sp ra=lr"
        bx      lr
end_function doubles_and_halves

/* vst1 overwrites the slot of r4. */
function stored_over
        push    {r4, r5, r6, lr}
        mov     r4, r0
        mov     r3, sp
        vst1.32 {d16}, [r3]
        expect  "cfa=sp+16 ra=[cfa-4] r4=lost"
        bl      leaf
        pop     {r4, r5, r6, pc}
end_function stored_over
