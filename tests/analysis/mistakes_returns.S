/* SPDX-License-Identifier: MIT */
/* Returns and registers that are lost: each function is a case that a mistake would get wrong. */
        .fpu    neon
#include "expect.inc"

#define FRAME    "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define DISPUTED "unknown: paths from different contexts meet here"
#define NO_R4    "unknown: no location holds r4 on all paths"

function keeps_r12
        mov     r0, #0
        bx      lr
end_function keeps_r12

/* After an instruction that cannot be decoded nothing is known, so the return is not sure. */
function disputed
        expect  "cfa=sp ra=lr"
#ifdef __thumb__
        .inst.w 0xff8ff1ff
#else
        .inst   0xf7ffffff
#endif
        expect  DISPUTED
        bx      lr
end_function disputed

/* Its last call does not run into the next function, to which nothing leads. */
function ends_in_a_call
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        expect  FRAME
        bl      disputed
end_function ends_in_a_call

function follows_a_call
        expect  "cfa=sp ra=lr"
        bx      lr
end_function follows_a_call

/* Two local calls share their end, which goes back to both. */
function two_local_calls
        push    {r4, lr}
        mov     r4, r0
        bl      1f
        expect  FRAME
        bl      2f
        expect  FRAME
        pop     {r4, pc}
1:      mov     r0, #0
        b       3f
2:      mov     r0, #1
3:      expect  FRAME
        bx      lr
end_function two_local_calls

/* The called function restores r4, but this call never comes to a return. */
function calls_itself
        cmp     r0, #0
        it      eq
        bxeq    lr
        mov     r4, #0
        expect  "cfa=sp ra=lr r4=lost"
        bl      calls_itself
1:      expect  NOTHING_LEFT
        b       1b
end_function calls_itself

/* Goes on in the next function, where code outside of the image may restore r4. */
        .balign 4
        .global runs_on
        .type   runs_on, %function
runs_on:
        expect  "cfa=sp ra=lr"
        mov     r4, #0
        expect  NO_R4
        mov     r0, #0

function leaves_the_image
        expect  NO_R4
        ldr     pc, =0x00700001
        .ltorg
end_function leaves_the_image

/* The return address is in r2 or r3, although no return needs it. */
function torn_return_address
        expect  "cfa=sp ra=lr"
        cmp     r0, #0
        beq     1f
        mov     r2, lr
        mov     lr, #0
        b       2f
1:      mov     r3, lr
        mov     lr, #0
2:      expect  "unknown: no location holds the return address on all paths"
        mov     r0, #0
3:      b       3b
end_function torn_return_address

/* The callee keeps r12, but the table has no rule that a call does not destroy. */
function lr_in_r12
        mov     r12, lr
        mov     lr, #0
        expect  "unknown: the table has no rule"
        bl      keeps_r12
        expect  "cfa=sp ra=r12"
        bx      r12
end_function lr_in_r12

/* Post-indexed by a register: the base changes too. */
function moves_its_base
        vld1.8  {d0}, [r4], r3
        expect  "cfa=sp ra=lr r4=lost"
#ifndef __thumb__
        ldrsb   r0, [r5], r3
        expect  "cfa=sp ra=lr r4=lost r5=lost"
#endif
        bx      lr
end_function moves_its_base

/* Code that can change has no constants. */
        .section .ram, "awx", %progbits
        .balign 4
function literal_in_ram
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        ldr     r3, 1f
        sub     sp, sp, r3
        expect  "unknown: the cfa is not at a known distance from any register"
        ldr     r3, 1f
        add     sp, sp, r3
        expect  "unknown: the cfa is not at a known distance from any register"
        pop     {r4, pc}
        .balign 4
1:      .word   64
end_function literal_in_ram
