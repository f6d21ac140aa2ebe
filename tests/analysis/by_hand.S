/* SPDX-License-Identifier: MIT */
/* Calls, returns and stubs as people write them in assembly. */
        .fpu    neon
        .arch_extension sec
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define SAVED "cfa=sp+8 ra=lr r4=[cfa-8]"

#ifdef __thumb__
#define BACK(label) label + 1
#else
#define BACK(label) label
#endif

function leaf
        expect  "cfa=sp ra=lr"
        add     r0, r0, #1
        bx      lr
end_function leaf

/* ---- lr set by an instruction of its own ----------------------------------------------------- */

/* The return address is not the next instruction. */
function adr_then_bx
        push    {r4, lr}
        mov     r4, r0
        ldr     r1, =leaf
        adr     lr, BACK(1f)
        expect  FRAME
        bx      r1
        udf     #1
        .balign 4
1:      expect  FRAME
        bl      leaf
        pop     {r4, pc}
end_function adr_then_bx

/* A jump to another function, with the address of a label of this one in lr. */
function literal_then_b
        push    {r4, lr}
        mov     r4, r0
        ldr     lr, =BACK(1f)
        b       leaf
        udf     #1
        .balign 4
1:      expect  FRAME
        pop     {r4, pc}
end_function literal_then_b

/* The code goes on before the jump: a loop whose body ends in a call by hand. */
function back_to_before
        push    {r4, lr}
        movs    r4, #4
        expect  FRAME
        b       2f
1:      expect  FRAME
        subs    r4, r4, #1
        beq     3f
2:      ldr     r1, =leaf
        ldr     lr, =BACK(1b)
        bx      r1
3:      expect  FRAME
        pop     {r4, pc}
end_function back_to_before

#ifndef __thumb__
/* The callee is at a sum of two registers: code that runs before its image is relocated. */
function call_by_a_sum
        expect  "cfa=sp ra=lr"
        mov     r5, lr
        mov     r2, r1
        add     lr, pc, #0
        expect  "cfa=sp ra=r5 r5=lost"
        add     pc, r0, r2
        expect  "cfa=sp ra=r5 r5=lost"
        mov     pc, r5
end_function call_by_a_sum

/* The callee is an entry of a table. */
function call_by_a_table
        push    {r4, lr}
        mov     r4, r0
        mov     lr, pc
        ldr     pc, [r1, r0, lsl #2]
        expect  FRAME
        add     r0, r0, r4
        pop     {r4, pc}
end_function call_by_a_table

/* A switch of clang: lr has the address of the table, which is also that of the next word. */
function table_base_in_lr
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #1
        bhi     2f
        adr     lr, 3f
        expect  FRAME
        ldr     pc, [lr, r0, lsl #2]
3:      .word   1f, 2f
1:      expect  FRAME
        add     r0, r0, #1
2:      expect  FRAME
        pop     {r4, pc}
end_function table_base_in_lr
#endif

function calls_by_hand
        push    {r4, lr}
        mov     r4, r0
#ifndef __thumb__
        bl      call_by_a_sum
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        bl      call_by_a_table
#endif
        bl      adr_then_bx
        bl      literal_then_b
        bl      back_to_before
        bl      leaf
        pop     {r4, pc}
end_function calls_by_hand

function goes_on
        push    {r4, lr}
        mov     r4, r0
        bl      adr_then_bx
        expect  FRAME
        bl      literal_then_b
        expect  FRAME
        bl      back_to_before
        expect  FRAME
        bl      leaf
        expect  FRAME
#ifndef __thumb__
        bl      call_by_a_table
        expect  FRAME
#endif
        pop     {r4, pc}
end_function goes_on
        .ltorg

/* ---- lr points to constants ------------------------------------------------------------------ */

/* clang takes the address of constants to lr. They follow the return: it is no call of them. */
function constants_after_pop
        push    {r4, lr}
        mov     r4, r0
        adr     lr, 1f
        ldr     r0, [lr]
#ifdef __thumb__
        nop
#endif
        expect  FRAME
        pop     {r4, pc}
1:      .word   0x12345678
end_function constants_after_pop

function constants_after_pop_of_pc
        push    {lr}
        adr     lr, 1f
        ldr     r0, [lr]
#ifdef __thumb__
        nop
#endif
        expect  "cfa=sp+4 ra=[cfa-4]"
        ldr     pc, [sp], #4
1:      .word   0x12345678
end_function constants_after_pop_of_pc

/* The next function begins after the pop, and its first word is read as a constant. */
function code_after_pop
        push    {r4, lr}
        mov     r4, r0
        adr     lr, 1f
        ldr     r0, [lr]
#ifdef __thumb__
        nop
#endif
        expect  FRAME
        pop     {r4, pc}
end_function code_after_pop
1:
function follows_a_pop
        expect  "cfa=sp ra=lr"
        bx      lr
end_function follows_a_pop

#ifndef __thumb__
/* lr is the base of the distances of a switch, and the table follows the jump. */
function switch_by_lr
        push    {r4, lr}
        mov     r4, r0
        cmp     r1, #1
        bhi     3f
        adr     lr, 1f
        ldr     r0, [lr, r1, lsl #2]
        add     pc, r0, lr
1:      .word   2f - 1b, 3f - 1b
2:      expect  FRAME
        mov     r0, #1
3:      expect  FRAME
        pop     {r4, pc}
end_function switch_by_lr

/* Here a table of branches follows. */
function branches_by_lr
        push    {r4, lr}
        mov     r4, r0
        and     r0, r1, #1
        adr     lr, 1f
        lsl     r0, r0, #2
        add     pc, r0, lr
1:      b       2f
        b       3f
2:      expect  FRAME
        mov     r0, #1
3:      expect  FRAME
        pop     {r4, pc}
end_function branches_by_lr
#endif

function calls_readers_of_constants
        push    {r4, lr}
        mov     r4, r0
        bl      constants_after_pop
        expect  FRAME
        bl      constants_after_pop_of_pc
        expect  FRAME
        bl      code_after_pop
        expect  FRAME
#ifndef __thumb__
        bl      switch_by_lr
        expect  FRAME
        bl      branches_by_lr
        expect  FRAME
#endif
        pop     {r4, pc}
end_function calls_readers_of_constants

/* ---- lr in another register ------------------------------------------------------------------ */

function keeps_r2_and_r3
        movs    r1, #3
        cmp     r0, r1
        bls     1f
        movs    r0, #0
1:      bx      lr
end_function keeps_r2_and_r3

function changes_r2
        mov     r2, r0
        add     r0, r0, r2
        bx      lr
end_function changes_r2

function lr_in_r2
        mov     r2, lr
        expect  "cfa=sp ra=r2"
        bl      keeps_r2_and_r3
        expect  "cfa=sp ra=r2"
        mov     lr, r2
        expect  "cfa=sp ra=r2"
        bx      lr
end_function lr_in_r2

/* The callee calls, and no code below changes r3. */
function passes_on
        push    {r4, lr}
        mov     r4, r0
        bl      keeps_r2_and_r3
        pop     {r4, pc}
end_function passes_on

function lr_in_r3
        mov     r3, lr
        bl      passes_on
        expect  "cfa=sp ra=r3"
        bx      r3
end_function lr_in_r3

/* The leaf changes the register: where this function returns to is not known. */
function lr_in_r2_is_gone
        mov     r2, lr
        bl      changes_r2
        expect  "unknown: no location holds the return address on all paths"
        mov     lr, r2
        bx      lr
end_function lr_in_r2_is_gone

function unknown_callee
        expect  "cfa=sp ra=lr"
        mov     r2, lr
        blx     r1
        expect  "unknown: no location holds the return address on all paths"
        mov     lr, r2
        expect  "unknown: no location holds the return address on all paths"
        bx      lr
end_function unknown_callee

/* A VFP register keeps it. What a rule cannot express is unknown, and the callers are reached. */
function lr_in_s0
        expect  "cfa=sp ra=lr"
        vmov    s0, lr
        expect  "unknown: the table has no rule"
        bl      keeps_r2_and_r3
        expect  "unknown: no location holds the return address on all paths"
        vmov    lr, s0
        expect  "unknown: no location holds the return address on all paths"
        bx      lr
end_function lr_in_s0

function lr_in_d16
        push    {r4, r5}
        vmov    d16, r4, lr
        mov     r4, r0
        bl      keeps_r2_and_r3
        expect  "unknown: no location holds the return address on all paths"
        vmov    r5, lr, d16
        pop     {r4, r5}
        expect  "unknown: no location holds the return address on all paths"
        mov     pc, lr
end_function lr_in_d16

/* A system register keeps it. */
function lr_in_tpidr
        mcr     p15, 0, lr, c13, c0, 4
        expect  "unknown: the table has no rule"
        bl      keeps_r2_and_r3
        expect  "unknown: no location holds the return address on all paths"
        mrc     p15, 0, lr, c13, c0, 4
        bx      lr
end_function lr_in_tpidr

/* The return goes through another register than lr. */
function lr_in_s0_and_r3
        vmov    s0, lr
        expect  "unknown: the table has no rule"
        bl      keeps_r2_and_r3
        expect  "unknown: no location holds the return address on all paths"
        vmov    r3, s0
        expect  "unknown: no location holds the return address on all paths"
        bx      r3
end_function lr_in_s0_and_r3

function lr_in_tpidr_and_r1
        push    {r4, lr}
        mov     r4, r0
        mcr     p15, 0, lr, c13, c0, 4
        pop     {r4, lr}
        expect  "unknown: the table has no rule"
        bl      keeps_r2_and_r3
        expect  "unknown: no location holds the return address on all paths"
        mrc     p15, 0, r1, c13, c0, 4
        mov     pc, r1
end_function lr_in_tpidr_and_r1

function calls_what_parks_lr
        push    {r4, lr}
        mov     r4, r0
        bl      lr_in_r2
        expect  FRAME
        bl      lr_in_r3
        expect  FRAME
        bl      lr_in_r2_is_gone
        expect  FRAME
        bl      unknown_callee
        expect  FRAME
        bl      lr_in_s0
        expect  FRAME
        bl      lr_in_d16
        expect  FRAME
        bl      lr_in_tpidr
        bl      lr_in_s0_and_r3
        bl      lr_in_tpidr_and_r1
        expect  FRAME
        pop     {r4, pc}
end_function calls_what_parks_lr

/* ---- calls of labels ------------------------------------------------------------------------- */

/* Two functions call the label after the second one: it is a procedure of its own. */
function clean_all
        push    {r4-r6, lr}
        mov     r5, r0
        mov     r6, r0
        bl      each_line
        expect  "cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]"
        pop     {r4-r6, pc}
end_function clean_all

function clean_some
        push    {r4, lr}
        bl      each_line
        expect  FRAME
        pop     {r4, pc}

each_line:
        expect  "cfa=sp ra=lr"
        movs    r4, #8
2:      expect  "cfa=sp ra=lr r4=lost"
        subs    r4, r4, #1
        bne     2b
        expect  "cfa=sp ra=lr r4=lost"
        bx      lr
        nop

/* The label stands in the middle of the other function, with a frame of its own. */
function sends_all
        push    {r4, lr}
        mov     r4, r0
        bl      send_one
        expect  FRAME
        bl      send_one
        expect  FRAME
        pop     {r4, pc}
send_one:
        expect  "cfa=sp ra=lr"
        push    {r5, lr}
        mov     r5, r1
        bl      leaf
        expect  "cfa=sp+8 ra=[cfa-4] r5=[cfa-8]"
        pop     {r5, pc}
end_function sends_all

function sends_another
        push    {r4, lr}
        mov     r4, r0
        bl      send_one
        expect  FRAME
        pop     {r4, pc}
end_function sends_another

/* The last instruction calls the middle of another function, which returns for this one. */
function copy_words
        push    {r4, lr}
        mov     r4, r0
copy_rest:
        expect  FRAME
        add     r0, r0, #4
        pop     {r4, pc}
end_function copy_words

function copy_aligned
        push    {r4, lr}
        mov     r4, r0
        expect  SAVED
        bl      copy_rest
end_function copy_aligned

function copies
        push    {r4, lr}
        mov     r4, r0
        bl      copy_words
        expect  FRAME
        bl      copy_aligned
        expect  FRAME
        pop     {r4, pc}
end_function copies

/* ---- stubs ----------------------------------------------------------------------------------- */

#ifdef __thumb__
/* To ARM state and on: the linker's stub, and a person's. */
function stub_to_arm
        expect  "cfa=sp ra=lr"
        bx      pc
        nop
        .arm
        expect  "cfa=sp ra=lr"
        b       in_arm
        .thumb
end_function stub_to_arm

function falls_into_arm
        push    {r4, lr}
        mov     r4, r0
        .balign 4
        bx      pc
        nop
        .arm
        expect  FRAME
        bl      in_arm
        expect  FRAME
        pop     {r4, pc}
        .thumb
end_function falls_into_arm

        .balign 4
        .arm
        .type   in_arm, %function
in_arm: expect  "cfa=sp ra=lr"
        bx      lr
        .size   in_arm, . - in_arm
        .thumb
#else
/* Position-independent stubs: the distance is in a literal. */
function far_stub
        expect  "cfa=sp ra=lr"
        ldr     ip, [pc]
        expect  "cfa=sp ra=lr"
        add     pc, ip, pc
        .word   far_away - . - 4
end_function far_stub

/* The code at the end of the stub changes a register of the caller. */
function far_stub_to_a_change
        ldr     ip, [pc]
        add     pc, ip, pc
        .word   changes_r5 - . - 4
end_function far_stub_to_a_change

function changes_r5
        mov     r5, r0
        bx      lr
end_function changes_r5

function calls_a_change
        push    {r4, lr}
        mov     r4, r0
        bl      far_stub_to_a_change
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost"
        pop     {r4, pc}
end_function calls_a_change

function far_stub_to_r12
        expect  "cfa=sp ra=lr"
        ldr     r12, 1f
2:      add     r12, pc, r12
        expect  "cfa=sp ra=lr"
        bx      r12
1:      .word   far_away - 2b - 8
end_function far_stub_to_r12
#endif

function far_away
        expect  "cfa=sp ra=lr"
        bx      lr
end_function far_away

function calls_stubs
        push    {r4, lr}
        mov     r4, r0
#ifdef __thumb__
        bl      stub_to_arm
        expect  FRAME
        bl      falls_into_arm
        expect  FRAME
#else
        bl      far_stub
        expect  FRAME
        bl      far_stub_to_r12
        expect  FRAME
#endif
        pop     {r4, pc}
end_function calls_stubs
