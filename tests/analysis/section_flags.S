/* SPDX-License-Identifier: MIT */
/*
 * Code in sections without the flag of code, as assembly writes for vectors (`.section .vectors,
 * "a"`) and for code in RAM. The mapping symbols say that it is code.
 */
#include "expect.inc"

function calls_both
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        ldr     r4, =in_constants
        blx     r4
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        ldr     r4, =in_variables
        blx     r4
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function calls_both

        .section .constants, "a"
        .balign 4
        .word   calls_both
function in_constants
        expect  "cfa=sp ra=lr"
        push    {r5, lr}
        expect  "cfa=sp+8 ra=lr"
        ldr     r5, [r0]
        expect  "cfa=sp+8 ra=lr r5=[cfa-8]"
        pop     {r5, pc}
end_function in_constants
        .word   0xe92d4070

        .section .variables, "aw"
        .balign 4
function in_variables
        expect  "cfa=sp ra=lr"
        push    {r6, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r6, r0
        expect  "cfa=sp+8 ra=lr r6=[cfa-8]"
        pop     {r6, pc}
end_function in_variables
