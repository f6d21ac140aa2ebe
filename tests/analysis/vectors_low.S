/* SPDX-License-Identifier: MIT */
/* Exception vectors at address 0, whose slots have symbols and which code reads. */
#include "expect.inc"

        .section .vectors, "ax", %progbits
        .global vector_reset, vector_undefined
        .type   vector_undefined, %function
vector_reset:
        expect  "root"
        b       start
vector_undefined:
        expect  "handler"
        b       hangs
        ldr     pc, 1f
        b       hangs
        expect  "handler"
        b       aborts
        nop
        expect  "handler"
        ldr     pc, 2f
        /* The handler of FIQ starts in its slot. */
        expect  "handler"
        sub     lr, lr, #4
        push    {r0, lr}
        expect  "handler"
        pop     {r0, lr}
        movs    pc, lr
1:      .word   calls_a_supervisor
2:      .word   interrupts
        .text

function hangs
        expect  "handler"
1:      b       1b
end_function hangs

function calls_a_supervisor
        expect  "handler"
        movs    pc, lr
end_function calls_a_supervisor

function aborts
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      reports
        expect  "handler"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #8
end_function aborts

/* A handler that does not return from the exception in its own instructions. */
function interrupts
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      reports
        expect  "handler"
        b       leaves
end_function interrupts

function leaves
        expect  "handler"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4
end_function leaves

function reports
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        pop     {r4, pc}
end_function reports

function start
        expect  "root"
        bl      copies_the_vectors
        expect  "root"
1:      b       1b
end_function start

/* Code reads the vectors, to copy them elsewhere. */
function copies_the_vectors
        expect  "cfa=sp ra=lr"
        mov     r0, #0x10000
        ldr     r1, =vector_undefined
        ldm     r1, {r2, r3}
        stm     r0, {r2, r3}
        expect  "cfa=sp ra=lr"
        bx      lr
        .ltorg
end_function copies_the_vectors
