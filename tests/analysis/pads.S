/* SPDX-License-Identifier: MIT */
/* A C++ exception goes where no instruction does: to the landing pad that the tables name. */
#include "expect.inc"

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
        .personality __gxx_personality_v0
        .handlerdata
        .byte   0xff, 0xff, 1                   /* no other start, no types, uleb128 call sites */
        .uleb128 2f - 1f
1:      .uleb128 .Lcall - catches
        .uleb128 .Lcalled - .Lcall
        .uleb128 .Lpad - catches
        .uleb128 0
2:      .balign 4
        .fnend
end_function catches

/* The same without a table: nothing leads there. */
function has_no_pad
        push    {r4, lr}
        bl      throws
        pop     {r4, pc}
        expect  "unreachable"
        mov     r0, r4
        pop     {r4, pc}
end_function has_no_pad
