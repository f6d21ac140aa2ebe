/* SPDX-License-Identifier: MIT */
/*
 * Computed jumps of functions that have saved nothing: to their own labels, or as a tail call. The
 * callers of each function go on after the call.
 */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

#ifdef __thumb__
#define LABEL(x) x + 1
.macro jump_by_table
        ldr     r3, [r3, r0, lsl #2]
        bx      r3
.endm
#else
#define LABEL(x) x
.macro jump_by_table
        ldr     pc, [r3, r0, lsl #2]
.endm
#endif

function leaf
        bx      lr
end_function leaf

/* Calls one of the functions of a table, as its last action. */
function dispatches
        movw    r3, #:lower16:functions
        movt    r3, #:upper16:functions
        expect  "cfa=sp ra=lr"
        jump_by_table
end_function dispatches

/* The same after an epilogue. */
function dispatches_late
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        mov     r0, r4
        movw    r3, #:lower16:functions
        movt    r3, #:upper16:functions
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        jump_by_table
end_function dispatches_late

/* The table has labels of the function itself. */
function goes_to_its_labels
        movw    r3, #:lower16:labels
        movt    r3, #:upper16:labels
        jump_by_table
1:      expect  "cfa=sp ra=lr"
        mov     r0, #1
        bx      lr
2:      expect  "cfa=sp ra=lr"
        mov     r0, #2
        bx      lr
end_function goes_to_its_labels

        .section .rodata
        .balign 4
functions:
        .word   leaf, dispatches_late
labels: .word   LABEL(1b), LABEL(2b)
        .text

#ifndef __thumb__
/* A sum of registers is no table: it does not go to a label whose address is in memory. */
function adds_to_pc
        cmp     r0, #0
        bne     4f
3:      expect  "cfa=sp ra=lr"
        bx      lr
4:      push    {r4, r5, lr}
        adr     r4, 1f
        add     pc, r4, r0
1:      expect  "cfa=sp+12 ra=lr r4=[cfa-12]"
        mov     r5, #1
        expect  "cfa=sp+12 ra=lr r4-r5=[cfa-12]"
        pop     {r4, r5, lr}
        bx      lr
end_function adds_to_pc

        .section .rodata
        .balign 4
        .word   3b
        .text
#endif

/* A frame is left, and the target is a label. This is no tail call. */
function goes_with_a_frame
        push    {r4, lr}
        mov     r4, r0
        movw    r3, #:lower16:framed
        movt    r3, #:upper16:framed
        jump_by_table
1:      expect  FRAME
        bl      leaf
2:      expect  FRAME
        pop     {r4, pc}
end_function goes_with_a_frame

        .section .rodata
framed: .word   LABEL(1b), LABEL(2b)
        .text

/* The compiler's switch, without a frame. */
function distances
        cmp     r0, #2
        bhi     4f
        adr     r3, 0f
        ldr     r0, [r3, r0, lsl #2]
        add     r3, r3, r0
        expect  "cfa=sp ra=lr"
        bx      r3
        .balign 4
0:      .word   LABEL(1f) - 0b, LABEL(2f) - 0b, LABEL(3f) - 0b
1:      expect  "cfa=sp ra=lr"
        mov     r0, #7
        bx      lr
2:      push    {r4, lr}
        mov     r4, r1
        expect  FRAME
        bl      leaf
        pop     {r4, pc}
3:      expect  "cfa=sp ra=lr"
        mov     r0, #9
4:      bx      lr
end_function distances

/*
 * r5 has either the caller's value or a distance. A sum with it is no return address while sp is
 * below the cfa.
 */
function sum_by_path
        push    {r5, r6}
        cmp     r0, #0
        bne     1f
        ldr     r5, [r1]
1:      add     r3, r2, r5
        expect  "cfa=sp+8 ra=lr r5=[cfa-8]"
        bx      r3
        expect  "cfa=sp+8 ra=lr r5=[cfa-8]"
        pop     {r5, r6}
        bx      lr
end_function sum_by_path

function calls_all
        push    {r4, lr}
        mov     r4, r0
        bl      dispatches
        expect  FRAME
        bl      dispatches_late
        expect  FRAME
        bl      goes_to_its_labels
        expect  FRAME
        bl      goes_with_a_frame
        expect  FRAME
        bl      distances
        expect  FRAME
        bl      sum_by_path
        expect  FRAME
        pop     {r4, pc}
end_function calls_all
