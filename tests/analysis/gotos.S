/* SPDX-License-Identifier: MIT */
/*
 * Gotos to addresses that code chooses, and returns to addresses that the analysis does not follow.
 * Random programs of odd functions found these cases under the oracle.
 */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define SAVED "cfa=sp+8 ra=lr r4=[cfa-8]"
#define ENTRY "cfa=sp ra=lr"
#define UNKNOWN_SP "unknown: the cfa is not at a known distance from any register"

#ifdef __thumb__
#define LABEL(x) x + 1
#else
#define LABEL(x) x
#endif

function leaf
        bx      lr
end_function leaf

/* ---- gotos in a function without a frame ----------------------------------------------------- */

/* The table is no code, and the jump is no tail call, although nothing is saved. */
function goto_without_frame
        ldr     r2, =9f
        ldr     r2, [r2, r0, lsl #2]
        expect  ENTRY
        bx      r2
        .ltorg
9:      .word   LABEL(1f), LABEL(2f)
1:      expect  ENTRY
        mov     r0, #1
        bx      lr
2:      expect  ENTRY
        mov     r0, #2
        bx      lr
end_function goto_without_frame

/* Two literals instead of a table. */
function goto_one_of_two
        tst     r0, #4
        ite     ne
        ldrne   r2, =LABEL(1f)
        ldreq   r2, =LABEL(2f)
        expect  ENTRY
        bx      r2
        .ltorg
1:      expect  ENTRY
        mov     r0, #1
        bx      lr
2:      expect  ENTRY
        mov     r0, #2
        bx      lr
end_function goto_one_of_two

/* The table is an argument. Nothing else leads to its labels. */
function goto_through_argument
        ldr     r2, [r0, r1, lsl #2]
        expect  ENTRY
        bx      r2
        .balign 4
        .word   LABEL(1f), LABEL(2f)
1:      expect  ENTRY
        mov     r0, #1
        bx      lr
2:      expect  ENTRY
        mov     r0, #2
        bx      lr
end_function goto_through_argument

/* A jump to a constant address has only this target. It does not lead to the labels of a table. */
function goto_and_constant
        cmp     r0, #1
        bhi     3f
        ldr     r2, =9f
        ldr     r2, [r2, r0, lsl #2]
        bx      r2
        .ltorg
9:      .word   LABEL(1f), LABEL(2f)
1:      expect  ENTRY
        mov     r0, #1
        bx      lr
2:      expect  ENTRY
        mov     r0, #2
        bx      lr
3:      sub     sp, sp, #64
        adr     r2, LABEL(4f)
        expect  "cfa=sp+64 ra=lr"
        bx      r2
4:      expect  "cfa=sp+64 ra=lr"
        add     sp, sp, #64
        expect  ENTRY
        bx      lr
end_function goto_and_constant

/* A goto with a frame and one without may both go to each label: the cfa there is unknown. */
function goto_with_and_without_frame
        cmp     r0, #1
        bhi     3f
        ldr     r2, =9f
        ldr     r2, [r2, r0, lsl #2]
        bx      r2
        .ltorg
9:      .word   LABEL(1f), LABEL(2f)
1:      expect  UNKNOWN_SP
        bx      lr
3:      push    {r4, lr}
        mov     r4, r0
        ldr     r3, [r1]
        expect  SAVED
        bx      r3
2:      expect  UNKNOWN_SP
        bx      lr
end_function goto_with_and_without_frame

/* Assembly often has no .size: the function ends at the next one. */
function goto_without_size
        push    {r4, lr}
        mov     r4, r0
        ldr     r2, =9f
        ldr     r2, [r2, r0, lsl #2]
        expect  SAVED
        bx      r2
        .ltorg
9:      .word   LABEL(1f), LABEL(2f)
1:      expect  SAVED
        mov     r0, #1
        expect  SAVED
        pop     {r4, pc}
2:      expect  SAVED
        pop     {r4, pc}

#ifndef __thumb__
/* ADD pc, pc, rN adds to the pc that it reads. Literals stand before the table. */
function distances_from_pc
        push    {r4, lr}
        mov     r4, r0
        ldr     r2, =9f
        ldr     r2, [r2, r0, lsl #2]
        expect  SAVED
        add     pc, pc, r2
        nop
8:      b       3f
        .ltorg
        .word   12345
9:      .word   1f - 8b, 2f - 8b
1:      expect  SAVED
        sub     sp, sp, #8
        expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        add     sp, sp, #8
        pop     {r4, pc}
2:      expect  SAVED
        sub     sp, sp, #16
        expect  "cfa=sp+24 ra=lr r4=[cfa-8]"
        add     sp, sp, #16
        expect  SAVED
3:      pop     {r4, pc}
end_function distances_from_pc
#endif

/* ---- return addresses that the analysis does not follow -------------------------------------- */

/* The return address is in a variable, and comes back in another register than lr. */
function return_from_variable
        ldr     r3, =variable
        expect  ENTRY
        str     lr, [r3]
        bl      leaf
        expect  "unknown: no location holds the return address on all paths"
        ldr     r3, =variable
        ldr     r3, [r3]
        bx      r3
        .ltorg
end_function return_from_variable

/* The call comes back, so the loop is entered with another lr than before. */
function loops_over_it
        push    {r4, lr}
        mov     r4, r0
        expect  FRAME
1:      subs    r4, r4, #1
        bl      return_from_variable
        cmp     r4, #0
        bne     1b
        expect  FRAME
        pop     {r4, pc}
end_function loops_over_it

/* Two gotos with different frames: the way back is not known, but there is one. */
function returns_somehow
        push    {r4, lr}
        cmp     r0, #1
        bhi     3f
        ldr     r3, [r1]
        bx      r3
3:      sub     sp, sp, #8
        ldr     r3, [r1, #4]
        bx      r3
9:      .word   LABEL(1f)
1:      expect  UNKNOWN_SP
        ldr     r2, [r2]
        add     sp, sp, #8
        b       jumps_back
end_function returns_somehow

function jumps_back
        expect  UNKNOWN_SP
        bx      r2
end_function jumps_back

/* The code after the call runs, so nothing is said of lr in the loop. */
function loops_over_that
        push    {r4, lr}
        mov     r4, r0
1:      expect  UNKNOWN_SP
        subs    r4, r4, #1
        bl      returns_somehow
        expect  UNKNOWN_SP
        cmp     r4, #0
        bne     1b
        pop     {r4, pc}
end_function loops_over_that

        .bss
        .balign 4
variable: .space 4
