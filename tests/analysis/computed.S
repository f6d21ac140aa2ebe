/* SPDX-License-Identifier: MIT */
/* Computed jumps of position-independent code, unrolled loops and interpreters. */
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define SAVED "cfa=sp+8 ra=lr r4=[cfa-8]"

#ifdef __thumb__
#define LABEL(x) x + 1
#else
#define LABEL(x) x
#endif

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* ---- tables of distances --------------------------------------------------------------------- */

/* The compiler's switch: a table of distances from the table itself. */
function distances_from_the_table
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #2
        bhi     4f
        adr     r3, 0f
        ldr     r0, [r3, r0, lsl #2]
        add     r3, r3, r0
        bx      r3
        .balign 4
0:      .word   LABEL(1f) - 0b, LABEL(2f) - 0b, LABEL(3f) - 0b
1:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
2:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
3:      expect  FRAME
        mov     r0, #1
        pop     {r4, pc}
4:      expect  FRAME
        pop     {r4, pc}
end_function distances_from_the_table

/* Two switches in one function, with a range check against a literal before each. */
function two_switches
        push    {r4, lr}
        mov     r4, r0
        ldr     r2, 8f
        subs    r0, r0, r2
        cmp     r0, #1
        bhi     4f
        adr     r3, 0f
        ldr     r1, [r3, r0, lsl #2]
        add     r3, r3, r1
        bx      r3
        .balign 4
0:      .word   LABEL(1f) - 0b, LABEL(2f) - 0b
1:      expect  FRAME
        bl      leaf
2:      expect  FRAME
        bl      leaf
4:      expect  FRAME
        adr     r2, 5f
        ldr     r1, [r2, r4, lsl #2]
        add     r2, r2, r1
        bx      r2
        .balign 4
5:      .word   LABEL(6f) - 5b, LABEL(7f) - 5b
6:      expect  FRAME
        bl      leaf
7:      expect  FRAME
        pop     {r4, pc}
        .balign 4
8:      .word   0x10000010
end_function two_switches

/* A computed goto by label differences of words, halfwords and bytes, from a base label. */
.macro goto_by_differences name, load, shift, data, align
function \name
        push    {r4, lr}
        mov     r4, r0
        ldr     r1, 9f
        add     r1, r1, r4, lsl #\shift
        \load   r1, [r1]
        ldr     r2, 8f
        add     r2, r2, r1
        bx      r2
        .balign 4
8:      .word   LABEL(1f)
9:      .word   \name\()_table
1:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
2:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
3:      expect  FRAME
        mov     r0, #3
        pop     {r4, pc}
        .pushsection .rodata
        .balign \align
\name\()_table:
        \data   1b - 1b, 2b - 1b, 3b - 1b
        .popsection
end_function \name
.endm

        goto_by_differences words, ldr, 2, .4byte, 4
        goto_by_differences halfwords, ldrsh, 1, .2byte, 2
        goto_by_differences bytes, ldrsb, 0, .byte, 1

/* The table of a switch is in read-only data, far from the code. */
function table_in_rodata
        push    {r4, lr}
        mov     r4, r0
        movw    r2, #:lower16:far_table
        movt    r2, #:upper16:far_table
        ldr     r3, [r2, r4, lsl #2]
        add     r3, r3, r2
        bx      r3
1:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
2:      expect  FRAME
        mov     r0, #2
        pop     {r4, pc}
        .pushsection .rodata
        .balign 4
far_table:
        .4byte  LABEL(1b) - far_table, LABEL(2b) - far_table
        .popsection
end_function table_in_rodata

/* Addresses in data that is read-only after relocation. */
function table_of_addresses
        push    {r4, lr}
        mov     r4, r0
        movw    r2, #:lower16:address_table
        movt    r2, #:upper16:address_table
        ldr     r3, [r2, r4, lsl #2]
        bx      r3
1:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
2:      expect  FRAME
        pop     {r4, pc}
        .pushsection .data.rel.ro, "aw"
        .balign 4
address_table:
        .4byte  LABEL(1b), LABEL(2b)
        .popsection
end_function table_of_addresses

#ifndef __thumb__
/* ---- into unrolled code ---------------------------------------------------------------------- */

/* A copy of 0 to 4 words: each instruction may be the first one. */
function unrolled
        push    {r4, lr}
        mov     r4, r0
        rsb     ip, r2, #4
        ands    ip, ip, #7
        lsl     ip, ip, #2
        addne   pc, pc, ip
        nop
        expect  SAVED
        ldr     r3, [r1], #4
        expect  SAVED
        ldr     r3, [r1], #4
        ldr     r3, [r1], #4
        ldr     r3, [r1], #4
        expect  SAVED
        pop     {r4, pc}
end_function unrolled

/* Each step is two instructions, and nothing else leads to them. */
function unrolled_steps
        push    {r4, lr}
        mov     r4, #0
        add     pc, pc, r0, lsl #3
        udf     #0
        expect  SAVED
        cmp     r1, r2
        adc     r4, r4, r4
        cmp     r1, r2, lsl #1
        expect  SAVED
        adc     r4, r4, r4
        expect  SAVED
        mov     r0, r4
        pop     {r4, pc}
end_function unrolled_steps

/* The first step is the instruction after the jump, for a distance of -4. */
function unrolled_from_the_next
        push    {r4, lr}
        mov     r4, r0
        and     r3, r2, #12
        rsb     r3, r3, #8
        add     pc, pc, r3
        expect  SAVED
        ldr     r3, [r1], #4
        expect  SAVED
        ldr     r3, [r1], #4
        ldr     r3, [r1], #4
        expect  SAVED
        pop     {r4, pc}
end_function unrolled_from_the_next

/* Backwards: pc is the end of the unrolled code, minus a size. */
function unrolled_backwards
        push    {r4, lr}
        mov     r4, r0
        rsb     r3, r2, #0
        adr     ip, 1f
        add     ip, ip, r3, lsl #2
        bx      ip
        expect  SAVED
        str     r3, [r1], #4
        str     r3, [r1], #4
        str     r3, [r1], #4
1:      expect  SAVED
        pop     {r4, pc}
end_function unrolled_backwards
#else
/* ---- into unrolled code ---------------------------------------------------------------------- */

/* Two tables of steps of 4 bytes. Nops fill the gap between each jump and its first step. */
function unrolled_twice
        push    {r4, lr}
        mov     r4, r0
        ands    ip, r2, #12
        rsb     ip, ip, #16
        it      ne
        addne   pc, ip
        b.n     1f
        nop.w
        expect  SAVED
        ldr.w   r2, [r1], #4
        expect  SAVED
        ldr.w   r3, [r1], #4
        ldr.w   lr, [r1], #4
        expect  FRAME
        add     pc, ip
        nop
        nop.w
        expect  FRAME
        str.w   r2, [r0], #4
        str.w   r3, [r0], #4
        expect  FRAME
        str.w   lr, [r0], #4
1:      expect  FRAME
        pop     {r4, pc}
end_function unrolled_twice
#endif

/* ---- interpreters ---------------------------------------------------------------------------- */

/* Each operation ends in a jump to the next one, by a difference from the first. */
function interprets
        push    {r4, r5, r6, lr}
        mov     r4, r0
        movw    r5, #:lower16:operations
        movt    r5, #:upper16:operations
        movw    r6, #:lower16:LABEL(1f)
        movt    r6, #:upper16:LABEL(1f)
.macro next
        ldrb    r0, [r4], #1
        ldrsb   r0, [r5, r0]
        add     r0, r0, r6
        bx      r0
.endm
        next
1:      expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        mov     r0, #1
        bl      leaf
        next
2:      expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        push    {r0, r1}
        bl      leaf
        add     sp, sp, #8
        next
3:      expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        pop     {r4, r5, r6, pc}
        .pushsection .rodata
operations:
        .byte   1b - 1b, 2b - 1b, 3b - 1b
        .popsection
end_function interprets

/* lr has the label of the distances. It is no return address, although it is a constant. */
function distances_from_lr
        push    {r4, lr}
        mov     r4, r1
        movw    r12, #:lower16:distances
        movt    r12, #:upper16:distances
        ldr     lr, 9f
        ldrsh   r3, [r12]
        add     r3, lr, r3
        bx      r3
1:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r4, #0
        pop     {r4, pc}
2:      mov     r4, #1
        ldrsh   r3, [r12, #2]
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        add     r3, lr, r3
        bx      r3
        .balign 4
9:      .word   LABEL(2b)
        .pushsection .rodata
        .balign 2
distances:
        .2byte  1b - 2b, 2b - 2b
        .popsection
end_function distances_from_lr

/* As above, but all jumps share the last instruction, and the label follows the first branch. */
function shared_jump_from_lr
        push    {r4, lr}
        mov     r4, r1
        movw    r12, #:lower16:others
        movt    r12, #:upper16:others
        ldrsh   r3, [r12]
        ldr     r0, 9f
        add     r3, r3, r0
        ldr     lr, 9f
        b       4f
2:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        ldrsh   r3, [r12, #2]
        add     r3, lr, r3
4:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bx      r3
1:      expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        mov     r4, #0
        pop     {r4, pc}
        .balign 4
9:      .word   LABEL(2b)
        .pushsection .rodata
        .balign 2
others: .2byte  1b - 2b, 2b - 2b
        .popsection
end_function shared_jump_from_lr

/* No jump goes between the instructions that restore sp from the frame pointer. */
function frame_pointer_moves
        push    {r7, lr}
        sub     sp, sp, #16
        mov     r7, sp
        movw    r3, #:lower16:LABEL(2f)
        movt    r3, #:upper16:LABEL(2f)
        ldrb    r2, [r0]
        add     r3, r3, r2
        bx      r3
        expect  "cfa=sp+24 ra=[cfa-4] r7=[cfa-8]"
        bl      leaf
        mov     r0, #1
        adds    r7, #16
        expect  "cfa=sp+24 ra=[cfa-4] r7=[cfa-8]"
        mov     sp, r7
        expect  "cfa=sp+8 ra=[cfa-4] r7=[cfa-8]"
        pop     {r7, pc}
2:      expect  "cfa=sp+24 ra=[cfa-4] r7=[cfa-8]"
        bl      leaf
        add     sp, sp, #16
        pop     {r7, pc}
end_function frame_pointer_moves

/* Callers of all these go on. */
function calls_all
        push    {r4, lr}
        mov     r4, r0
.irp callee, distances_from_the_table, two_switches, words, halfwords, bytes, table_in_rodata
        bl      \callee
        expect  FRAME
.endr
        bl      table_of_addresses
        expect  FRAME
        bl      interprets
        expect  FRAME
        bl      distances_from_lr
        expect  FRAME
        bl      shared_jump_from_lr
        expect  FRAME
        bl      frame_pointer_moves
        expect  FRAME
        pop     {r4, pc}
end_function calls_all
