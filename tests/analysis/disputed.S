/* SPDX-License-Identifier: MIT */
/*
 * Code that threads, interrupts and the start-up code enter. Where such paths meet, no rule is
 * derived, and no return there decides what callers get back.
 */
        .arch_extension sec
#include "expect.inc"

#define FRAME    "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define DISPUTED "unknown: paths from different contexts meet here"

function leaf
        bx      lr
end_function leaf

/* A thread gives up the processor. Its registers are on its stack. */
function yield
        push    {r4-r11, lr}
        expect  "cfa=sp+36 ra=lr"
        movw    r0, #:lower16:current
        movt    r0, #:upper16:current
        ldr     r1, [r0]
        str     sp, [r1]
        b       schedule
end_function yield

/* The timer interrupt saves the same registers and ends in the same scheduler. */
function timer_interrupt
        expect  "handler"
        sub     lr, lr, #4
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r4-r11, lr}
        cmp     r0, #0
        beq     schedule
        pop     {r4-r11, lr}
        rfeia   sp!
end_function timer_interrupt

/* The start-up code starts the first thread. */
        .cfi_sections .debug_frame
function start_threads
        .cfi_startproc
        .cfi_undefined lr
        expect  "root"
        movw    r0, #:lower16:current
        movt    r0, #:upper16:current
        b       schedule
        .cfi_endproc
end_function start_threads

function schedule
        expect  DISPUTED
        ldr     r1, [r0, #4]
        str     r1, [r0]
        ldr     sp, [r1]
        expect  DISPUTED
        pop     {r4-r11, lr}
        expect  DISPUTED
        bx      lr
end_function schedule

/* The callers of yield go on after the call, and all that they saved is where it was. */
function thread
        push    {r4, lr}
        mov     r4, r0
        bl      yield
        expect  FRAME
        bl      yields_twice
        expect  FRAME
        bl      perhaps
        expect  FRAME
        pop     {r4, pc}
end_function thread

function yields_twice
        push    {r4, lr}
        mov     r4, r0
        bl      yield
        expect  FRAME
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       yield
end_function yields_twice

/* It returns by itself, or through the scheduler. Only the first return is known. */
function perhaps
        expect  "cfa=sp ra=lr"
        cmp     r0, #0
        it      eq
        bxeq    lr
        expect  "cfa=sp ra=lr"
        b       yield
end_function perhaps

/* A function that an interrupt enters at its start, and callers too. */
function acknowledge
        expect  DISPUTED
        mov     r2, #1
        expect  DISPUTED
        bx      lr
end_function acknowledge

function device_interrupt
        expect  "handler"
        cmp     r0, #0
        beq     acknowledge
        subs    pc, lr, #4
end_function device_interrupt

function polls
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        bne     1f
        pop     {r4, lr}
        b       acknowledge
1:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function polls

function calls_what_polls
        push    {r4, lr}
        mov     r4, r0
        bl      polls
        expect  FRAME
        pop     {r4, pc}
end_function calls_what_polls

        .data
        .balign 4
current:
        .word   0x20000000, 0x20000100
