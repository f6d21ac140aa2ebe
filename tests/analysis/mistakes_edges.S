/* SPDX-License-Identifier: MIT */
/*
 * Edges of the control-flow graph: in each function, a second path leads to the code with another
 * frame. So a rule there shows that the analysis has lost an edge. For `make mistakes`.
 */
#include "expect.inc"

#define ONLY_R4 "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost r6=lost r7=lost r8=lost r9=lost r10=lost \
r11=lost d8=lost d9=lost d10=lost d11=lost d12=lost d13=lost d14=lost d15=lost"
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
/*
 * A literal follows the table. As an entry of the table it would lead to label 3, which has another
 * frame.
 */
function literal_after_a_table
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #9
        beq     3f
        push    {r5, r6}
        ldr     r5, 4f
        .balign 4
        tbh     [pc, r0, lsl #1]
0:      .hword  (1f - 0b) / 2, (1f - 0b) / 2
4:      .word   (3f - 0b) / 2
1:      expect  "cfa=sp+16 ra=lr r4=[cfa-8] r5=[cfa-16]"
        pop     {r5, r6}
        pop     {r4, pc}
3:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        movs    r0, #0
        pop     {r4, pc}
end_function literal_after_a_table
#else
#define LABEL(x) x

/* The table after the jump has distances from itself. */
function distances_after_the_jump
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #9
        beq     2f
        push    {r5, r6}
        adr     r3, 4f
        ldr     r2, [r3, r0, lsl #2]
        add     pc, r3, r2
4:      .word   1f - 4b, 2f - 4b
1:      expect  "cfa=sp+16 ra=lr r4=[cfa-8]"
        pop     {r5, r6}
        pop     {r4, pc}
2:      expect  NO_CFA
        mov     r0, #0
        pop     {r4, pc}
end_function distances_after_the_jump

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

/* ADD pc, pc, rN skips the next instruction if that is no step of unrolled code. */
function skips_one
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        add     pc, pc, r0, lsl #2
        expect  "unreachable"
        b       .
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

/* Nothing in the image leads to label 2, but its address is in memory. */
function forgotten_label
        push    {r4, lr}
        mov     r4, r0
1:      b       1b
2:      expect  "unknown: no path is known that leads here"
        movs    r0, #0
        pop     {r4, pc}
end_function forgotten_label

        .section .rodata
        .balign 4
        .word   LABEL(2b)
        .text

/*
 * A handler and a function end in the same code, so its context is disputed. Its callers go on, and
 * change r5 of their caller.
 */
function handler_that_shares
        expect  "handler"
        cmp     r0, #0
        beq     shared
        subs    pc, lr, #4
end_function handler_that_shares

function ends_in_shared
        cmp     r0, #0
        beq     shared
1:      b       1b
end_function ends_in_shared

function shared
        expect  "unknown: paths from different contexts meet here"
        mov     r0, #0
        bx      lr
end_function shared

function shared_then_r5
        push    {r4, lr}
        bl      ends_in_shared
        mov     r5, r0
        pop     {r4, pc}
end_function shared_then_r5

function calls_shared
        push    {r4, lr}
        mov     r4, r0
        bl      shared_then_r5
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        pop     {r4, pc}
end_function calls_shared

/*
 * A non-local goto. The callee jumps to label 1 with the sp of this frame. No register but sp is as
 * before the call.
 */
function has_a_label
        push    {r4, lr}
        movw    r0, #:lower16:saved_sp
        movt    r0, #:upper16:saved_sp
        str     sp, [r0]
        bl      jumps_back
        expect  "cfa=sp+8 ra=[cfa-4]"
        pop     {r4, pc}
1:      expect  ONLY_R4
        pop     {r4, pc}
end_function has_a_label

function jumps_back
        cmp     r0, #0
        it      eq
        bxeq    lr
        movw    r3, #:lower16:LABEL(1b)
        movt    r3, #:upper16:LABEL(1b)
        ldr     sp, [r0]
        bx      r3
end_function jumps_back

        .section .bss
        .balign 4
saved_sp:
        .space  4
        .text

/* The computed goto leads into code that the analysis has passed before. */
function label_in_a_block
        push    {r4, lr}
        movw    r3, #:lower16:label_inside
        movt    r3, #:upper16:label_inside
        mov     r4, r0
        cmp     r0, #9
        bne     1f
        movs    r0, #0
2:      expect  NO_CFA
        movs    r1, #0
        pop     {r4, pc}
1:      push    {r5, r6}
        ldr     r3, [r3]
        bx      r3
end_function label_in_a_block

        .section .rodata
        .balign 4
label_inside:
        .word   LABEL(2b)
        .text

/* No table explains the jump. So it may lead to the block that nothing else leads to. */
function computed_jump_over_code
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        beq     1f
        add     r3, r3, r0
        bx      r3
1:      expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        movs    r0, #0
        pop     {r4, pc}
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        movs    r0, #1
        pop     {r4, pc}
end_function computed_jump_over_code

/* The function has no return of its own: it falls into the next one, which returns. */
function falls_into_the_next
        movs    r0, #0
end_function falls_into_the_next

        .type   the_next, %function
the_next:
        expect  "cfa=sp ra=lr"
        bx      lr
        .size   the_next, . - the_next

function falls_then_r5
        push    {r4, lr}
        bl      falls_into_the_next
        mov     r5, r0
        pop     {r4, pc}
end_function falls_then_r5

function calls_falls
        push    {r4, lr}
        mov     r4, r0
        bl      falls_then_r5
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        pop     {r4, pc}
end_function calls_falls

/* The call at the end does not come back, although its callee may. The nop is padding. */
function ends_in_a_call
        push    {r3, lr}
        blx     r3
end_function ends_in_a_call
        nop

function behind_the_padding
        expect  "cfa=sp ra=lr"
        nop
        bx      lr
end_function behind_the_padding

function ends_in_a_call_of_leaf
        push    {r3, lr}
        bl      leaf
end_function ends_in_a_call_of_leaf

function behind_the_call
        expect  "cfa=sp ra=lr"
        nop
        bx      lr
end_function behind_the_call

function calls_behind
        push    {r4, lr}
        mov     r4, r0
        bl      behind_the_padding
        bl      behind_the_call
        pop     {r4, pc}
end_function calls_behind

/* lr has an address of this function, and the jump stays in this function: no call. */
function sets_lr_and_jumps
        push    {r4, lr}
        mov     r4, r0
        adr     lr, LABEL(1f)
        b       2f
        udf     #1
        .balign 4
1:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
2:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        movs    r0, #0
        bx      lr
end_function sets_lr_and_jumps

/* The jump to lr is no call, so r12 stays. */
function jumps_to_lr
        mov     r12, lr
        adr     lr, LABEL(1f)
        bx      lr
        udf     #1
        .balign 4
1:      expect  "cfa=sp ra=r12"
        bx      r12
end_function jumps_to_lr

/* An instruction that the source has as data. */
function encoded
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
#ifdef __thumb__
        .hword  0xb081          /* sub sp, #4 */
#else
        .word   0xe24dd004      /* sub sp, sp, #4 */
#endif
        expect  "cfa=sp+12 ra=lr r4=[cfa-8]"
        add     sp, sp, #4
        pop     {r4, pc}
end_function encoded

#ifndef __thumb__
/* The code outside the image returns for this function. */
        .set    outside_the_image, 0x100000
function jumps_outside
        b       outside_the_image
end_function jumps_outside

function outside_then_r5
        push    {r4, lr}
        bl      jumps_outside
        mov     r5, r0
        pop     {r4, pc}
end_function outside_then_r5

function calls_outside
        push    {r4, lr}
        mov     r4, r0
        bl      outside_then_r5
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        pop     {r4, pc}
end_function calls_outside

/* Eight jumps like a vector table, but the address of one of them is in memory. */
        .balign 32
        b       leaf
        b       leaf
thunk:  expect  "unknown: no path is known that leads here"
        b       leaf
        b       leaf
        b       leaf
        b       leaf
        b       leaf
        b       leaf

        .section .rodata
        .balign 4
        .word   thunk
        .text

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
