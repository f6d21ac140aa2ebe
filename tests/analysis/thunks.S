/* SPDX-License-Identifier: MIT */
/* Rows of branches at a multiple of 32 that look like vectors, but that something else uses. */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

function release
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function release

#ifndef __thumb__
/* Functions that compilers make of wrappers: one branch each. */
        .balign 32
.irp number, 0, 1, 2, 3, 4, 5, 6, 7
function drop\number
        expect  "cfa=sp ra=lr"
        b       release
end_function drop\number
.endr

/* Labels without a type: code calls two of them. */
function retain
        expect  "cfa=sp ra=lr"
        bx      lr
end_function retain
        .balign 32
.irp number, 0, 1, 2, 3, 4, 5, 6, 7
keep\number:
        b       retain
.endr

function calls_some
        push    {r4, lr}
        mov     r4, r0
        bl      drop1
        expect  FRAME
        bl      drop3
        expect  FRAME
        bl      keep2
        expect  FRAME
        bl      keep5
        expect  FRAME
        pop     {r4, pc}
end_function calls_some

/* A table of pointers has their addresses: the methods of an object. */
function method
        expect  "cfa=sp ra=lr"
        push    {r5, lr}
        expect  "cfa=sp+8 ra=lr"
        pop     {r5, pc}
end_function method
        .balign 32
methods:
        .rept   8
        b       method
        .endr
        .pushsection .rodata
        .balign 4
        .word   methods + 4, methods + 8, methods + 12
        .popsection

/* Only the first one is called; literals lead to the functions. */
function far
        expect  "cfa=sp ra=lr"
        bx      lr
end_function far
        .balign 32
stubs:
        .rept   8
        ldr     pc, 1f
        .endr
1:      .word   far
function calls_the_first
        push    {r4, lr}
        mov     r4, r0
        bl      stubs
        expect  FRAME
        pop     {r4, pc}
end_function calls_the_first
#endif
