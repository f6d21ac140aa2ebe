/* SPDX-License-Identifier: MIT */
/* Jumps through tables and computed addresses, and jumps that leave a function. */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

function leaf
        bx      lr
end_function leaf

#ifdef __thumb__
function table_of_bytes
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #2
        bhi     3f
        tbb     [pc, r0]
0:      .byte   (1f - 0b) / 2, (2f - 0b) / 2, (3f - 0b) / 2
        .balign 2
1:      expect  FRAME
        bl      leaf
2:      expect  FRAME
        bl      leaf
3:      expect  FRAME
        pop     {r4, pc}
end_function table_of_bytes

function table_of_halfwords
        push    {r4, lr}
        mov     r4, r0
        tbh     [pc, r0, lsl #1]
0:      .hword  (1f - 0b) / 2, (2f - 0b) / 2
1:      expect  FRAME
        bl      leaf
2:      expect  FRAME
        pop     {r4, pc}
end_function table_of_halfwords
#else
function table_of_words
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #1
        ldrls   pc, [pc, r0, lsl #2]
        b       3f
        .word   1f, 2f
1:      expect  FRAME
        bl      leaf
2:      expect  FRAME
        bl      leaf
3:      expect  FRAME
        pop     {r4, pc}
end_function table_of_words

function row_of_branches
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #1
        addls   pc, pc, r0, lsl #2
        b       3f
        b       1f
        b       2f
1:      expect  FRAME
        bl      leaf
2:      expect  FRAME
        bl      leaf
3:      expect  FRAME
        pop     {r4, pc}
end_function row_of_branches
#endif

#ifdef __thumb__
#define LABEL(x) x + 1
#else
#define LABEL(x) x
#endif

/* Two jumps whose targets are not known may both go to a block. Each has its own state. */
function two_unknown_jumps
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        cmp     r0, #0
        bne     1f
        bx      r1
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        mov     r0, #1
        pop     {r4, pc}
1:      mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        bx      r2
end_function two_unknown_jumps

/* Only this computed goto leads to labels 1 and 2. */
function computed_goto
        push    {r4, lr}
        movw    r4, #:lower16:labels
        movt    r4, #:upper16:labels
        b       3f
1:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
2:      expect  FRAME
        pop     {r4, pc}
3:      ldr     r3, [r4, r0, lsl #2]
        bx      r3
end_function computed_goto

        .section .rodata
        .balign 4
labels: .word   LABEL(1b), LABEL(2b)
        .text

/* The frame is undone before the jump. The other function starts as after a call. */
function tail_call_undone
        push    {r4, lr}
        mov     r4, r0
        bl      leaf
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       tail
end_function tail_call_undone

function tail
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        mov     r4, r0
        expect  FRAME
        bl      leaf
        pop     {r4, pc}
end_function tail

/* The cold part of a function is entered with the frame of that function. */
function warm
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        beq     warm.cold
        pop     {r4, pc}
end_function warm

        .type   warm.cold, %function
        .balign 4
warm.cold:
        expect  FRAME
        bl      leaf
        pop     {r4, pc}
end_function warm.cold

/* Two functions with different frames jump to the same address. */
function disputed_by_two
        push    {r4, lr}
        mov     r4, r0
        b       disputed
end_function disputed_by_two

function disputed_by_three
        push    {r4, r5, r6, lr}
        mov     r4, r0
        b       disputed
end_function disputed_by_three

        .type   disputed, %function
        .balign 4
disputed:
        expect  "unknown: the cfa is not at a known distance from any register"
        mov     r0, #0
        pop     {r4, pc}
end_function disputed

/* Two different frames meet in a loop that never returns. All registers may be lost there. */
function hangs_in_two_ways
        push    {r4, lr}
        cmp     r0, #0
        beq     1f
        push    {r4, r5}
1:      expect  NOTHING_LEFT
        b       1b
end_function hangs_in_two_ways

#ifndef __thumb__
/* A veneer as the linker writes it, to ARM or Thumb code that a branch cannot reach. */
function veneer
        expect  "cfa=sp ra=lr"
        ldr     pc, [pc, #-4]
        .word   leaf
end_function veneer
#endif

function veneer_by_register
        expect  "cfa=sp ra=lr"
        movw    r12, #:lower16:leaf
        movt    r12, #:upper16:leaf
        expect  "cfa=sp ra=lr"
        bx      r12
end_function veneer_by_register

#ifndef __thumb__
/*
 * An addition to pc is a jump to the sum. At label 3, the path with the second push meets the path
 * without it.
 */
function jump_by_a_sum
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        cmp     r0, #0
        bne     2f
        push    {r5, r6}
        expect  "cfa=sp+16 ra=lr"
        add     pc, pc, #0
        udf     #0
2:      expect  NOTHING_LEFT
        ldr     r0, [r0]
3:      expect  NOTHING_LEFT
        b       3b
end_function jump_by_a_sum

/*
 * The target is lr without its two lowest bits, so it is not known exactly. Nothing is saved, so
 * this is a return.
 */
function returns_by_bic
        bic     pc, lr, #3
end_function returns_by_bic

function calls_what_returns_by_bic
        push    {r4, lr}
        mov     r4, r0
        bl      returns_by_bic
        expect  FRAME
        pop     {r4, pc}
end_function calls_what_returns_by_bic

function jump_to_a_constant
        push    {r4, lr}
        mov     pc, #0x100
        expect  "unreachable"
        ldr     r0, [r0]
end_function jump_to_a_constant
#endif
