/* SPDX-License-Identifier: MIT */
/*
 * Functions change r9 and return, but r9 is no global variable: one restores r9 for some of its
 * callers, and one changes sp too. So the image does not give r9 up.
 */
#include "expect.inc"

/* It gives r9 back to the callers of jumps_in, and changes it for all others. */
function restores_r9
        expect  "unknown: no location holds r9 on all paths"
        mov     r9, r2
        expect  "unknown: no location holds r9 on all paths"
        bx      lr
end_function restores_r9

function jumps_in
        mov     r2, r9
        expect  "cfa=sp ra=lr"
        mov     r9, r0
        cmp     r0, #0
        bne     restores_r9
        mov     r10, r0
        bx      lr
end_function jumps_in

function changes_sp_and_r9
        expect  "cfa=sp ra=lr"
        mov     r9, r0
        expect  "cfa=sp ra=lr r9=lost"
        ldr     sp, [r0]
        bx      lr
end_function changes_sp_and_r9

function calls_both
        push    {r4, lr}
        mov     r4, r0
        bl      restores_r9
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r9=lost"
        mov     r0, r4
        bl      jumps_in
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r9=lost r10=lost"
        pop     {r4, pc}
end_function calls_both

function calls_the_switch
        push    {r4, lr}
        mov     r4, r0
        bl      changes_sp_and_r9
        expect  NOTHING_LEFT
1:      b       1b
end_function calls_the_switch
