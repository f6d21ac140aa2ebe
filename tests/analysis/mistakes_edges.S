/* SPDX-License-Identifier: MIT */
/*
 * Edges of the control-flow graph: in each function, a second path leads to the code with another
 * frame. So a rule there shows that the analysis has lost an edge. For `make mistakes`.
 */
#include "expect.inc"

#define NO_CFA "unknown: the cfa is not at a known distance from any register"

function leaf
        bx      lr
end_function leaf

#ifdef __thumb__
#define LABEL(x) x + 1

/* A switch of GCC -Os -fpie: the table has distances from itself. */
function distance_table
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #9
        beq     2f
        push    {r5, r6}
        adr     r3, 4f
        ldr     r2, [r3, r0, lsl #2]
        add     r3, r3, r2
        bx      r3
        .balign 4
4:      .word   1f + 1 - 4b, 2f + 1 - 4b
1:      expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        pop     {r5, r6}
        pop     {r4, pc}
2:      expect  NO_CFA
        movs    r0, #0
        pop     {r4, pc}
end_function distance_table

function table_of_halfwords
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #9
        beq     2f
        push    {r5, r6}
        tbh     [pc, r0, lsl #1]
0:      .hword  (1f - 0b) / 2, (2f - 0b) / 2
1:      expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        pop     {r5, r6}
        pop     {r4, pc}
2:      expect  NO_CFA
        movs    r0, #0
        pop     {r4, pc}
end_function table_of_halfwords
#else
#define LABEL(x) x

function table_of_words
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #9
        beq     2f
        push    {r5, r6}
        cmp     r0, #1
        ldrls   pc, [pc, r0, lsl #2]
        b       1f
        .word   1f, 2f
1:      expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        pop     {r5, r6}
        pop     {r4, pc}
2:      expect  NO_CFA
        mov     r0, #0
        pop     {r4, pc}
end_function table_of_words

function row_of_branches
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #9
        beq     2f
        push    {r5, r6}
        cmp     r0, #1
        addls   pc, pc, r0, lsl #2
        b       1f
        b       1f
        b       2f
1:      expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        pop     {r5, r6}
        pop     {r4, pc}
2:      expect  NO_CFA
        mov     r0, #0
        pop     {r4, pc}
end_function row_of_branches

/* ADD pc, pc, rN skips the next instruction, which nothing else leads to. */
function skips_one
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        add     pc, pc, r0, lsl #2
        expect  "unreachable"
        ldr     r0, [r0]
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        ldr     r1, [r0]
        ldr     r2, [r0]
        pop     {r4, pc}
end_function skips_one
#endif

/* Label 2 has its address in memory, and a computed goto may lead there. */
function taken_label
        push    {r4, lr}
        mov     r4, r0
        movw    r3, #:lower16:labels
        movt    r3, #:upper16:labels
        cmp     r0, #9
        beq     2f
        push    {r5, r6}
        ldr     r3, [r3, r0, lsl #2]
        bx      r3
1:      expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        pop     {r5, r6}
        pop     {r4, pc}
2:      expect  NO_CFA
        movs    r0, #0
        pop     {r4, pc}
end_function taken_label

        .section .rodata
        .balign 4
labels: .word   LABEL(1b), LABEL(2b)
        .text

/* Code builds the address of the label. */
function built_label
        push    {r4, lr}
        mov     r4, r0
        movw    r3, #:lower16:LABEL(1f)
        movt    r3, #:upper16:LABEL(1f)
        cmp     r0, #9
        beq     1f
        push    {r5, r6}
        cmp     r0, #8
        it      eq
        addeq   r3, r3, r0
        bx      r3
1:      expect  NO_CFA
        movs    r0, #0
        pop     {r4, pc}
end_function built_label

/* The call comes back to a label before it. */
function calls_back_by_adr
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        .balign 4
1:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        subs    r4, r4, #1
        beq     2f
        movw    r3, #:lower16:LABEL(leaf)
        movt    r3, #:upper16:LABEL(leaf)
        adr     lr, LABEL(1b)
        bx      r3
2:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function calls_back_by_adr

#ifndef __thumb__
/* Code sets VBAR to the table, so the table is one although a symbol stands at a vector. */
        .balign 32
vectors:
        b       _start
        .type   undefined_vector, %function
undefined_vector:
        expect  "handler"
        ldr     pc, 1f
        ldr     pc, 1f
        ldr     pc, 1f
        ldr     pc, 1f
        nop
        ldr     pc, 1f
        ldr     pc, 1f
1:      .word   by_a_vector
        .size   undefined_vector, . - undefined_vector

        .balign 32
vectors_by_move:
        b       _start
        .type   undefined_by_move, %function
undefined_by_move:
        expect  "handler"
        ldr     pc, 1f
        ldr     pc, 1f
        ldr     pc, 1f
        ldr     pc, 1f
        nop
        ldr     pc, 1f
        ldr     pc, 1f
1:      .word   by_a_vector
        .size   undefined_by_move, . - undefined_by_move

function sets_vbar
        ldr     r0, =vectors
        mcr     p15, 0, r0, c12, c0, 0
        movw    r0, #:lower16:vectors_by_move
        movt    r0, #:upper16:vectors_by_move
        mcr     p15, 0, r0, c12, c0, 1
        bx      lr
        .ltorg
end_function sets_vbar

function by_a_vector
        expect  "handler"
        push    {r0, lr}
        bl      leaf
        pop     {r0, lr}
        b       by_a_vector
end_function by_a_vector
#endif
