/* SPDX-License-Identifier: MIT */
/*
 * r9 is a global variable: some functions set it and return. The image gives r9 up, so no rule
 * calls it lost, and its value belongs to the caller everywhere.
 */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

function leaf
        bx      lr
end_function leaf

function set_context
        expect  "cfa=sp ra=lr"
        mov     r9, r0
        expect  "cfa=sp ra=lr"
        bx      lr
end_function set_context

function load_context
        ldr     r1, [r0]
        ldr     r9, [r1, #8]
        expect  "cfa=sp ra=lr"
        bx      lr
end_function load_context

/* r9 changes within a frame, and other registers are saved as usual. */
function starts_up
        push    {r4, lr}
        mov     r4, r0
        bl      set_context
        expect  FRAME
        add     r9, r9, #16
        expect  FRAME
        bl      load_context
        expect  FRAME
        pop     {r4, pc}
end_function starts_up

/* The tail call goes through a pointer, after a callee has changed r9. */
function notifies
        push    {r4, lr}
        mov     r4, r0
        bl      set_context
        mov     r3, r4
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        ldr     r3, [r3, #4]
        bx      r3
end_function notifies

/* A stub loads the address of its target. */
function notifies_by_a_stub
        mov     r9, r0
        movw    r12, #:lower16:notifies
        movt    r12, #:upper16:notifies
        expect  "cfa=sp ra=lr"
        bx      r12
end_function notifies_by_a_stub

/* A function may save r9 all the same. Then the slot has it. */
function borrows
        push    {r9, lr}
        mov     r9, r0
        expect  "cfa=sp+8 ra=[cfa-4] r9=[cfa-8]"
        bl      leaf
        expect  "cfa=sp+8 ra=[cfa-4] r9=[cfa-8]"
        pop     {r9, pc}
end_function borrows

/* r5 is no register that the image gives up. */
function breaks_r5
        mov     r5, r0
        expect  "cfa=sp ra=lr r5=lost"
        bx      lr
end_function breaks_r5

function calls_all
        push    {r4, lr}
        mov     r4, r0
        bl      starts_up
        expect  FRAME
        bl      notifies
        expect  FRAME
        bl      notifies_by_a_stub
        expect  FRAME
        bl      borrows
        expect  FRAME
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       leaf
end_function calls_all

function hears_all
        push    {r4, lr}
        mov     r4, r0
        bl      calls_all
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        bl      breaks_r5
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        pop     {r4, pc}
end_function hears_all
