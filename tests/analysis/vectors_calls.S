/* SPDX-License-Identifier: MIT */
/* Exception vectors at address 0 that are not all jumps: some call, and one begins its handler. */
#include "expect.inc"

        .section .vectors, "ax", %progbits
        expect  "root"
        b       _start
        expect  "handler"
        bl      reports
        expect  "handler"
        bl      reports
        expect  "handler"
        bl      reports
        expect  "handler"
        bl      reports
        nop
        expect  "handler"
        push    {r0, lr}
        expect  "handler"
        b       hangs
        .text

function reports
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function reports

function hangs
        expect  "handler"
1:      b       1b
end_function hangs
