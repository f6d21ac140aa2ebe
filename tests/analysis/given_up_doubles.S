/* SPDX-License-Identifier: MIT */
/*
 * The context of the FPU is switched lazily: one function loads all its registers, and no function
 * saves d8-d15 on the stack. So no function keeps a value in them for its caller.
 */
        .fpu    neon
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

function leaf
        bx      lr
end_function leaf

function load_fpu
        expect  "cfa=sp ra=lr"
        vldm    r0!, {d0-d15}
        expect  "cfa=sp ra=lr"
        vldm    r0, {d16-d31}
        ldr     r1, [r0, #128]
        vmsr    fpscr, r1
        expect  "cfa=sp ra=lr"
        bx      lr
end_function load_fpu

/* Some kernels load only the registers that callees keep. */
function load_kept
        expect  "cfa=sp ra=lr"
        vldm    r0, {d8-d15}
        expect  "cfa=sp ra=lr"
        bx      lr
end_function load_kept

function store_fpu
        vstm    r0!, {d0-d15}
        vstm    r0, {d16-d31}
        expect  "cfa=sp ra=lr"
        bx      lr
end_function store_fpu

function lazy_switch
        push    {r4, lr}
        mov     r4, r0
        bl      store_fpu
        mov     r0, r4
        bl      load_fpu
        expect  FRAME
        mov     r0, r4
        bl      load_kept
        expect  FRAME
        pop     {r4, pc}
end_function lazy_switch

/* A tail call through a pointer after the switch. */
function handles_trap
        push    {r4, lr}
        mov     r4, r0
        bl      lazy_switch
        ldr     r3, [r4]
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        bx      r3
end_function handles_trap

/* One half of a double register. */
function sets_one_half
        expect  "cfa=sp ra=lr"
        vmov    s17, r0
        expect  "cfa=sp ra=lr"
        bx      lr
end_function sets_one_half

function traps
        push    {r4, lr}
        mov     r4, r0
        bl      handles_trap
        expect  FRAME
        bl      sets_one_half
        expect  FRAME
        pop     {r4, pc}
end_function traps
