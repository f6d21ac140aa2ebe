/* SPDX-License-Identifier: MIT */
/* The entry of the image is its table of exception vectors. Its slots have symbols. */
#define OWN_START
#include "expect.inc"

        .balign 32
        .global _start
        .type   _start, %function
_start: expect  "root"
        b       reset
        .type   on_undefined, %function
on_undefined:
        expect  "handler"
        b       stops
        b       stops
        b       stops
        b       stops
        b       stops
        .type   on_irq, %function
on_irq: expect  "handler"
        b       irq
        b       stops

function reset
        expect  "root"
        bl      runs
        expect  "root"
1:      b       1b
end_function reset

function runs
        expect  "cfa=sp ra=lr"
        bx      lr
end_function runs

function stops
        expect  "handler"
1:      b       1b
end_function stops

function irq
        expect  "handler"
        sub     lr, lr, #4
        srsdb   sp!, #0x12
        push    {r0-r3, r12}
        bl      runs
        expect  "handler"
        pop     {r0-r3, r12}
        rfeia   sp!
end_function irq
