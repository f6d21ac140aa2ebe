/* SPDX-License-Identifier: MIT */
/* A C++ exception reaches its landing pad through a table, not through a branch. */
#include "expect.inc"

/* Exceptions raised in FUNCTION at or after CALL and before CALLED continue at PAD. */
.macro lands function, call, called, pad
        .personality __gxx_personality_v0
        .handlerdata
        .byte   0xff, 0xff, 1                   /* no other start, no types, uleb128 call sites */
        .uleb128 2f - 1f
1:      .uleb128 \call - \function
        .uleb128 \called - \call
        .uleb128 \pad - \function
        .uleb128 0
2:      .balign 4
        .fnend
.endm

function throws
        bx      lr
end_function throws

function __gxx_personality_v0
        bx      lr
end_function __gxx_personality_v0

function catches
        .fnstart
        .save   {r4, lr}
        push    {r4, lr}
        mov     r4, r0
.Lcall: bl      throws
.Lcalled:
        pop     {r4, pc}
.Lpad:  expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        bl      throws
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
        lands   catches, .Lcall, .Lcalled, .Lpad
end_function catches

/*
 * The call at the end, of a function that may return, is the last one: a compiler made the code,
 * because it has a landing pad. So it does not run into the next function, which nothing calls.
 */
function ends_in_a_call
        .fnstart
        .save   {r4, lr}
        push    {r4, lr}
        mov     r4, r0
.Lend_call:
        bl      throws
.Lend_called:
        pop     {r4, pc}
.Lend_pad:
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      throws
        lands   ends_in_a_call, .Lend_call, .Lend_called, .Lend_pad
end_function ends_in_a_call

function follows_the_call
        .fnstart
        expect  "cfa=sp ra=lr"
        mov     r0, #1
        expect  "cfa=sp ra=lr"
        bx      lr
        .cantunwind
        .fnend
end_function follows_the_call

/*
 * Several calls may share their clean-up code, and each call may have its own branch to it. Such a
 * row of branches is not a vector table, even at an aligned address.
 */
function lands_on_a_jump
        .fnstart
        .save   {r4, lr}
        push    {r4, lr}
        mov     r4, r0
.Ljump_call:
        bl      throws
.Ljump_called:
        pop     {r4, pc}
        .balign 32
        b       1f
.Ljump_pad:
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        .rept   7
        b       1f
        .endr
1:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        pop     {r4, pc}
        lands   lands_on_a_jump, .Ljump_call, .Ljump_called, .Ljump_pad
end_function lands_on_a_jump

/*
 * The same code without a table: no path leads to the landing pad. This function has no entry in
 * .ARM.exidx, so the entry of the function before it is valid here too.
 */
function has_no_pad
        push    {r4, lr}
        bl      throws
        pop     {r4, pc}
        expect  "unreachable, exidx: cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r0, r4
        pop     {r4, pc}
end_function has_no_pad
