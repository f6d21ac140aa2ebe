/* SPDX-License-Identifier: MIT */
/* The entry of the image has no size: it is a root along its paths, up to no fixed address. */
#define OWN_START
#include "expect.inc"

        .global _start
_start: expect  "root"
        b       reset

/* Others call it, and no symbol says where the code of _start ends. */
helper: expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}

reset:  expect  "root"
        mov     r0, #0
        expect  "root"
        bl      runs
        expect  "root"
1:      b       1b

function runs
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        bl      helper
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
end_function runs
