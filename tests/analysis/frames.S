/* SPDX-License-Identifier: MIT */
/* Prologues, epilogues, and the values that sp can have. */
#include "expect.inc"

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* AND and ORR of a register with itself do not change it: marks for simulators are like that. */
function marked
        orr     r10, r10, r10
        and     r4, r4, r4
        orrs    r5, r5
        expect  "cfa=sp ra=lr"
        bx      lr
end_function marked

function marked_otherwise
        bic     r4, r4, r4
        expect  "cfa=sp ra=lr r4=lost"
        orr     r5, r5, r5, lsl #1
        expect  "cfa=sp ra=lr r4=lost r5=lost"
        orr     r6, r6, r7
        expect  "cfa=sp ra=lr r4=lost r5=lost r6=lost"
        bx      lr
end_function marked_otherwise

/* r3 is pushed only to keep sp aligned. The pop gives r3 any value. */
function filler
        expect  "cfa=sp ra=lr"
        push    {r3, r4, r5, lr}
        expect  "cfa=sp+16 ra=lr"
        mov     r4, r0
        mov     r5, r1
        bl      leaf
        expect  "cfa=sp+16 ra=[cfa-4] r4-r5=[cfa-12]"
        pop     {r3, r4, r5, pc}
end_function filler

/* r0-r2 reserve space for locals. r4 and r5 are restored from their own slots. */
function filler_is_local
        push    {r0, r1, r2, r4, r5, lr}
        expect  "cfa=sp+24 ra=lr"
        mov     r4, r0
        mov     r5, r1
        add     sp, sp, #12
        expect  "cfa=sp+12 ra=lr r4-r5=[cfa-12]"
        pop     {r4, r5, pc}
end_function filler_is_local

/*
 * r5 is saved with the others and never changed. The rule still names its slot: without it the
 * slots would have a gap, and the table has no short form for such a rule.
 */
function saved_unchanged
        push    {r4, r5, r6, lr}
        mov     r4, r0
        bl      leaf
        expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        mov     r0, r4
        pop     {r4, r5, r6, pc}
end_function saved_unchanged

/* r12 is between r11 and the return address, so a rule without the gap of r5 has no short form. */
function saved_with_r12
        push    {r0-r12, lr}
        mov     r4, r0
        mov     r6, r0
        expect  "cfa=sp+56 ra=lr r4=[cfa-40] r6=[cfa-32]"
        mov     r0, r4
        pop     {r0-r12, pc}
end_function saved_with_r12

/* The slot of r5 has another value, so the rule keeps its gap. */
function saved_and_overwritten
        push    {r4, r5, r6, lr}
        mov     r4, r0
        str     r0, [sp, #4]
        mov     r6, r0
        bl      leaf
        expect  "cfa=sp+16 ra=[cfa-4] r4=[cfa-16] r6=[cfa-8]"
        ldr     r4, [sp]
        ldr     r6, [sp, #8]
        add     sp, sp, #12
        ldr     pc, [sp], #4
end_function saved_and_overwritten

/* The second push stores a later value of r4, as an argument. That slot is not the caller's r4. */
function pushed_twice
        push    {r4, lr}
        mov     r4, r0
        push    {r4, r5}
        expect  "cfa=sp+16 ra=[cfa-4] r4=[cfa-8]"
        bl      leaf
        add     sp, sp, #8
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        pop     {r4, pc}
end_function pushed_twice

function two_prologues
        expect  "cfa=sp ra=lr"
        cmp     r0, #0
        expect  "cfa=sp ra=lr"
        beq     1f
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r4, r1
        bl      leaf
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        bx      lr
1:      expect  "cfa=sp ra=lr"
        push    {r5, r6, r7, lr}
        expect  "cfa=sp+16 ra=lr"
        mov     r5, r1
        mov     r6, r1
        mov     r7, r1
        bl      leaf
        expect  "cfa=sp+16 ra=[cfa-4] r5-r7=[cfa-16]"
        pop     {r5, r6, r7, pc}
end_function two_prologues

function conditional_return
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        itt     ne
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        popne   {r4, lr}
        expect  "ne ? cfa=sp ra=lr : cfa=sp+8 ra=lr r4=[cfa-8]"
        bxne    lr
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        bl      leaf
        pop     {r4, pc}
end_function conditional_return

/* The second condition is the inverse of the first, so the flags select the other rule. */
function conditional_rest
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        it      eq
        popeq   {r4, lr}
        it      ne
        expect  "ne ? cfa=sp+8 ra=lr r4=[cfa-8] : cfa=sp ra=lr"
        popne   {r4, pc}
        expect  "cfa=sp ra=lr"
        bx      lr
end_function conditional_rest

/* The flags change between two instructions with the same condition. No rule can be derived. */
function conditional_mess
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #0
        it      ne
        popne   {r4, lr}
        cmp     r1, #0
        expect  "unknown: the cfa is not at a known distance from any register"
        it      ne
        bxne    lr
        pop     {r4, pc}
end_function conditional_mess

function it_block
        push    {r4, r5, r6, lr}
        cmp     r0, #1
        ite     eq
        moveq   r4, r1
        movne   r5, r1
        expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        bl      leaf
        pop     {r4, r5, r6, pc}
end_function it_block

function alloca
        push    {r7, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r7, sp
        sub     r3, sp, r0
        mov     sp, r3
        expect  "cfa=r7+8 ra=[cfa-4] r7=[cfa-8]"
        bl      leaf
        mov     sp, r7
        expect  "cfa=r7+8 ra=[cfa-4] r7=[cfa-8]"
        pop     {r7, pc}
end_function alloca

function aligned
        push    {r4, r7, r8, lr}
        add     r7, sp, #16
        mov     r4, sp
        bic     r4, r4, #31
        mov     sp, r4
        expect  "cfa=r7 ra=lr r4=[cfa-16] r7=[cfa-12]"
        mov     r8, r0
        bl      leaf
        sub     r4, r7, #16
        mov     sp, r4
        expect  "cfa=r7 ra=[cfa-4] r4=[cfa-16] r7-r8=[cfa-12]"
        pop     {r4, r7, r8, pc}
end_function aligned

#ifndef __thumb__
function aligned_by_bfc
        push    {r4, r5, r11, lr}
        add     r11, sp, #8
        sub     sp, sp, #64
        bfc     sp, #0, #4
        expect  "cfa=r11+8 ra=lr r11=[cfa-8]"
        mov     r4, r0
        mov     r5, r0
        bl      leaf
        sub     sp, r11, #8
        pop     {r4, r5, r11, pc}
end_function aligned_by_bfc
#endif

function room_for_an_array
        push    {r7, lr}
        add     r7, sp, #0
        sub     sp, sp, r0, lsl #2
        expect  "cfa=r7+8 ra=[cfa-4] r7=[cfa-8]"
        bl      leaf
        mov     sp, r7
        pop     {r7, pc}
end_function room_for_an_array

/* The distance from sp to the cfa is unknown, but the function never returns. */
function lost_sp
        push    {r4, lr}
        sub     r3, sp, r0
        mov     sp, r3
        expect  NOTHING_LEFT
        nop
1:      b       1b
end_function lost_sp

function sp_above_the_cfa
        add     sp, sp, #8
        expect  "unknown: sp is above the cfa: the code popped more than it pushed"
        nop
        sub     sp, sp, #8
        expect  "cfa=sp ra=lr"
        bx      lr
end_function sp_above_the_cfa

/* An interrupt may overwrite memory below sp. Values loaded from below sp are not the caller's. */
function slot_below_sp
        push    {r4, lr}
        mov     r4, r0
        add     sp, sp, #8
        expect  "cfa=sp ra=lr r4=lost"
        ldr     r4, [sp, #-8]
        ldr     lr, [sp, #-4]
        bx      lr
end_function slot_below_sp

/* A halfword store overwrites a part of the slot of r4. */
function spoiled
        push    {r4, r5, r6, lr}
        mov     r4, r0
        strh    r0, [sp, #2]
        expect  "cfa=sp+16 ra=[cfa-4] r4=lost"
        bl      leaf
        pop     {r4, r5, r6, pc}
end_function spoiled

/* Two paths save r4 in different slots, and r4 changes only afterwards. No return needs r4. */
function two_slots
        sub     sp, sp, #16
        cmp     r0, #0
        beq     1f
        str     r4, [sp]
        b       2f
1:      str     r4, [sp, #4]
2:      expect  "cfa=sp+16 ra=lr"
        mov     r4, r0
        expect  "unknown: no location holds r4 on all paths"
        cmp     r4, #1
        expect  "unknown: no location holds r4 on all paths"
3:      b       3b
end_function two_slots

/* One path saves r4 in a register, the other in a slot. */
function register_or_slot
        sub     sp, sp, #16
        cmp     r0, #0
        beq     1f
        str     r4, [sp]
        mov     r4, r0
        b       2f
1:      mov     r12, r4
        mov     r4, r1
2:      expect  "unknown: no location holds r4 on all paths"
        cmp     r4, #1
3:      b       3b
end_function register_or_slot

/* Only one of the paths saves r4. */
function one_slot
        sub     sp, sp, #16
        cmp     r0, #0
        beq     1f
        str     r4, [sp]
1:      mov     r4, r0
        expect  "cfa=sp+16 ra=lr r4=lost"
2:      b       2b
end_function one_slot
