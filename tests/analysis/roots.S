/* SPDX-License-Identifier: MIT */
/*
 * Roots that ordinary code calls, or jumps to: the code around them keeps its rules. The section at
 * the end does what --root does.
 */
        .fpu    neon
#include "expect.inc"

/* Returns to its caller, as an idle hook of an RTOS. */
function root_returns
        expect  "root"
        push    {r4, lr}
        mov     r4, r0
        pop     {r4, pc}
end_function root_returns

/* A leaf that returns. */
function root_leaf
        expect  "root"
        bx      lr
end_function root_leaf

/* Never returns. */
function root_loops
        expect  "root"
1:      b       1b
end_function root_loops

/* Jumps on to a function that is called. */
function root_jumps
        expect  "root"
        b       called
end_function root_jumps

function called
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        pop     {r4, pc}
end_function called

/* The return of a root restores what the return of a function restores. */
function calls_a_root
        push    {r4, lr}
        mov     r4, r0
        bl      root_returns
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      root_leaf
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      called
        pop     {r4, pc}
end_function calls_a_root

function ends_in_a_root
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        bl      called
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       root_returns
end_function ends_in_a_root

function ends_in_a_loop
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        bl      called
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       root_loops
end_function ends_in_a_loop

function ends_in_a_jump
        expect  "cfa=sp ra=lr"
        b       root_jumps
end_function ends_in_a_jump

/* The tail calls above return. */
function calls_them
        push    {r4, lr}
        mov     r4, r0
        bl      ends_in_a_root
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      ends_in_a_jump
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function calls_them

        .pushsection .bobbin.options, "", %progbits
        .ascii  "root=root_*\n"
        .popsection
