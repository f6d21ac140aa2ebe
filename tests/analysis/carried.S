/* SPDX-License-Identifier: MIT */
/*
 * Start-up code of two processors that carries the address of the next function in a register to a
 * jump that both share. The address is a word of memory too, but no caller leads to the function.
 */
#define OWN_START
#include "expect.inc"

#define DISPUTED "unknown: paths from different contexts meet here"

        .global _start
function _start
        expect  "root"
        ldr     r0, =queue_of_tasks
        ldr     r1, =task
        bl      create
        ldr     r4, =calls_back
        blx     r4
        expect  "root"
        cmp     r0, #0
        beq     1f
        ldr     r2, =first_main
        mov     r5, r2
        bl      create
        mov     r2, r5
        b       launch
1:      movw    r3, #:lower16:other_main
        movt    r3, #:upper16:other_main
        cmp     r0, #1
        beq     resume
        b       share
end_function _start

/* The second processor starts here. Only a word of memory says so. */
function second_start
        expect  "cfa=sp ra=lr"
        ldr     r2, =second_main
        b       launch
end_function second_start

/* Which processor comes here is unknown, so is the target of the jump. */
function launch
        expect  DISPUTED
        ldr     r3, =stack_pointer
        ldr     sp, [r3]
        expect  DISPUTED
        mov     r0, #0
        bx      r2
end_function launch

function share
        expect  DISPUTED
        bx      r3
end_function share

/* The address of this function is in the same register, on the stack of a caller. */
function third_start
        expect  "cfa=sp ra=lr"
        ldr     r3, =third_main
        b       share
end_function third_start

/* The jump comes with a new sp and lr, perhaps those of a caller on that stack. */
function fifth_start
        expect  "cfa=sp ra=lr"
        ldr     r2, =fifth_main
        b       resume
end_function fifth_start

function resume
        expect  DISPUTED
        ldr     r3, =stack_pointer
        ldr     sp, [r3]
        ldr     lr, [sp]
        bx      r2
end_function resume

function fifth_main
        expect  DISPUTED
        bx      lr
end_function fifth_main

/* Only code without a caller jumps to these. The stack of the second is a new one. */
function first_main
        expect  "root"
        push    {r4, lr}
        expect  "root"
        bl      create
        expect  "root"
1:      b       1b
end_function first_main

function second_main
        expect  "root"
        push    {r4, lr}
        expect  "root"
        bl      create
1:      b       1b
end_function second_main

function other_main
        expect  "root"
1:      b       1b
end_function other_main

/* It may have a caller, or not. */
function third_main
        expect  DISPUTED
        push    {r4, lr}
        expect  DISPUTED
        pop     {r4, pc}
end_function third_main

/* A jump that has a caller, until an exception handler is found to which nothing leads. */
function fourth_start
        expect  "cfa=sp ra=lr"
        ldr     r3, =fourth_main
        b       jump_of_two
end_function fourth_start

function jump_of_two
        expect  DISPUTED
        bx      r3
end_function jump_of_two

function fourth_main
        expect  DISPUTED
        bx      lr
end_function fourth_main

function handler
        expect  "handler"
        mrs     r0, spsr
        b       jump_of_two
end_function handler

/* Start-up code loads these addresses too, but gives them to a function or calls them. */
function task
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        pop     {r4, pc}
end_function task

function calls_back
        expect  "cfa=sp ra=lr"
        bx      lr
end_function calls_back

function create
        expect  "cfa=sp ra=lr"
        str     r1, [r0]
        bx      lr
end_function create

/* A tail call of code with a caller stays one: the address goes to no jump without a caller. */
function calls_the_tail
        push    {r4, lr}
        mov     r4, r0
        bl      tail
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function calls_the_tail

function tail
        expect  "cfa=sp ra=lr"
        ldr     r3, =end_of_tail
        bx      r3
end_function tail

function end_of_tail
        expect  "cfa=sp ra=lr"
        bx      lr
end_function end_of_tail

        .data
        .balign 4
queue_of_tasks:
        .word   second_start, third_start, fourth_start, fifth_start, 0
stack_pointer:
        .word   0x20000000
