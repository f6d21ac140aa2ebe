/* SPDX-License-Identifier: MIT */
/* Jumps whose targets are data, and jumps that leave a function. */
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

/* Back to places that nothing else leads to. */
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

/* Its frame is undone: the other function begins as at a call. */
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

/* A cold part: entered with the frame of the one that it belongs to. */
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

/* Two functions with different frames jump to one place. */
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
        expect  "unknown: no register is a known distance from the cfa"
        mov     r0, #0
        pop     {r4, pc}
end_function disputed

/* The same where nobody comes back: then nothing is owed to anybody. */
function hangs_in_two_ways
        push    {r4, lr}
        cmp     r0, #0
        beq     1f
        push    {r4, r5}
1:      expect  NOTHING_LEFT
        b       1b
end_function hangs_in_two_ways

#ifndef __thumb__
/* As a linker writes them: to ARM or Thumb code too far away. */
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
/* A sum on pc is a jump there: of the way past the second push and the other one, two frames meet. */
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

/* Without the lowest bits of lr: nobody knows where to, but with nothing saved it is back. */
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
