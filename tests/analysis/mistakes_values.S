/* SPDX-License-Identifier: MIT */
/*
 * Values of registers and slots: cases that only one line of the analysis handles, so that
 * `make mistakes` finds a mistake in that line.
 */
        .fpu    neon
        .arch_extension sec
#include "expect.inc"

#define FRAME   "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define SAVED   "cfa=sp+8 ra=lr r4=[cfa-8]"
#define POINTER "cfa=r7+8 ra=[cfa-4] r7=[cfa-8]"
#define NO_CFA  "unknown: the cfa is not at a known distance from any register"
#define NO_RA   "unknown: no location holds the return address on all paths"
#define IRQ     0x12

function leaf
        bx      lr
end_function leaf

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* A frame that is too large for an immediate. */
function large_frame
        push    {r4, lr}
        mov     r4, r0
        movw    r12, #8
        movt    r12, #1
        sub     sp, sp, r12
        bl      leaf
        expect  "cfa=sp+65552 ra=[cfa-4] r4=[cfa-8]"
        movw    r12, #8
        movt    r12, #1
        add     sp, sp, r12
        expect  FRAME
        pop     {r4, pc}
end_function large_frame

/* BFC of bits above bit 0: 0xf8 becomes 8. */
function size_by_bfc
        push    {r4, lr}
        mov     r4, r0
        movw    r12, #0xf8
        bfc     r12, #4, #4
        sub     sp, sp, r12
        bl      leaf
        expect  "cfa=sp+16 ra=[cfa-4] r4=[cfa-8]"
        add     sp, sp, #8
        pop     {r4, pc}
end_function size_by_bfc

/* The size of the frame depends on the path. */
function size_by_path
        push    {r7, lr}
        mov     r7, sp
        movs    r3, #8
        cmp     r0, #0
        beq     1f
        movs    r3, #24
1:      sub     sp, sp, r3
        expect  "cfa=r7+8 ra=lr r7=[cfa-8]"
        movs    r7, #0
        expect  NO_CFA
        add     sp, sp, r3
        pop     {r7, pc}
end_function size_by_path

/* The end of an array on the stack, by MLS. */
function array_by_mls
        push    {r7, lr}
        mov     r7, sp
        mov     r3, sp
        mls     r3, r0, r1, r3
        mov     sp, r3
        bl      leaf
        expect  POINTER
        mov     sp, r7
        pop     {r7, pc}
end_function array_by_mls

/* sp comes from a sum, so the popped word may be the return address: the caller goes on. */
function sp_by_a_sum
        push    {r7, lr}
        mov     r7, sp
        add     r3, r7, r0
        mov     sp, r3
        pop     {r7, pc}
end_function sp_by_a_sum

function sp_by_a_product
        push    {r7, lr}
        mov     r7, sp
        mls     r3, r0, r1, r7
        mov     sp, r3
        pop     {r7, pc}
end_function sp_by_a_product

function sp_by_an_exclusive_or
        push    {r7, lr}
        mov     r7, sp
        eor     r3, r7, r0
        mov     sp, r3
        pop     {r7, pc}
end_function sp_by_an_exclusive_or

/* sp comes from a word of this stack whose offset is unknown. */
function sp_by_a_load
        push    {r7, lr}
        mov     r3, sp
        bic     r2, r3, #31
        mov     sp, r2
        str     r3, [sp, #-8]!
        bl      leaf
        ldr     sp, [sp]
        pop     {r7, pc}
end_function sp_by_a_load

/* On one path r3 has the return address. */
function perhaps_by_r3
        mov     r3, lr
        mov     lr, r0
        cmp     r0, #0
        it      ne
        movne   r3, r1
        expect  NO_RA
        bx      r3
end_function perhaps_by_r3

/* The callees above return. So these functions return too, and change a register of the caller. */
function sum_then_r5
        push    {r4, lr}
        bl      sp_by_a_sum
        mov     r5, r0
        pop     {r4, pc}
end_function sum_then_r5

function exclusive_or_then_r6
        push    {r4, lr}
        bl      sp_by_an_exclusive_or
        mov     r6, r0
        pop     {r4, pc}
end_function exclusive_or_then_r6

function load_then_r7
        push    {r4, lr}
        bl      sp_by_a_load
        mov     r7, r0
        pop     {r4, pc}
end_function load_then_r7

function r3_then_r8
        push    {r4, lr}
        bl      perhaps_by_r3
        mov     r8, r0
        pop     {r4, pc}
end_function r3_then_r8

function product_then_r10
        push    {r4, lr}
        bl      sp_by_a_product
        mov     r10, r0
        pop     {r4, pc}
end_function product_then_r10

function calls_all
        push    {r4, lr}
        mov     r4, r0
        bl      product_then_r10
        bl      sum_then_r5
        bl      exclusive_or_then_r6
        bl      load_then_r7
        bl      r3_then_r8
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8] r5=lost r6=lost r7=lost r8=lost r10=lost"
        pop     {r4, pc}
end_function calls_all

/* ---- loads and stores ------------------------------------------------------------------------ */

/* The second word of the slots of r4 and r5 is overwritten too. */
function two_words_stored_over
        push    {r4, r5, r6, lr}
        mov     r4, r0
        mov     r5, r0
        mov     r3, sp
        vst1.64 {d16}, [r3:64]
        expect  "cfa=sp+16 ra=[cfa-4] r4=lost r5=lost"
        bl      leaf
        pop     {r4, r5, r6, pc}
end_function two_words_stored_over

/* Two registers of 64 bits are stored over the slots of r4-r7. */
function four_words_stored_over
        push    {r4-r7, r8, lr}
        mov     r4, r0
        mov     r5, r0
        mov     r6, r0
        mov     r7, r0
        mov     r3, sp
        vst2.32 {d16, d17}, [r3:128]
        expect  "cfa=sp+24 ra=lr r4=lost r5=lost r6=lost r7=lost"
        mov     r0, #0
        pop     {r4-r7, r8, pc}
end_function four_words_stored_over

#ifdef __thumb__
/* The register with the higher number has the lower word. */
function swapped_pair
        push    {r6, lr}
        sub     sp, sp, #8
        strd    r5, r4, [sp]
        movs    r4, #0
        movs    r5, #0
        expect  "cfa=sp+16 ra=lr r4=[cfa-12] r5=[cfa-16]"
        ldrd    r5, r4, [sp]
        add     sp, sp, #8
        expect  "cfa=sp+8 ra=lr"
        pop     {r6, pc}
end_function swapped_pair
#else
/* FSTMX stores one word more than the registers have. */
function one_word_more
        push    {r4, lr}
        mov     r4, r0
        fstmdbx sp!, {d0, d1}
        bl      leaf
        expect  "cfa=sp+28 ra=[cfa-4] r4=[cfa-8]"
        fldmiax sp!, {d0, d1}
        expect  FRAME
        pop     {r4, pc}
end_function one_word_more
#endif

/* The same slots, but other registers in them, by path. */
function slots_by_path
        push    {r6, lr}
        sub     sp, sp, #8
        cmp     r0, #0
        beq     1f
        str     r4, [sp]
        str     r5, [sp, #4]
        movs    r4, #0
        b       2f
1:      str     r5, [sp]
        str     r4, [sp, #4]
        movs    r4, #0
2:      expect  "unknown: no location holds r4 on all paths"
        ldr     r4, [sp]
        add     sp, sp, #8
        pop     {r6, pc}
end_function slots_by_path

/* As above, in code that never returns: no register is lost. */
function slots_by_path_for_ever
        sub     sp, sp, #8
        cmp     r0, #0
        beq     1f
        str     r4, [sp]
        movs    r4, #0
        b       2f
1:      str     r4, [sp, #4]
        movs    r4, #0
2:      expect  "unknown: no location holds r4 on all paths"
        b       2b
end_function slots_by_path_for_ever

/* Stores that are not aligned change two words. */
function unaligned_stores
        push    {r4-r7, lr}
        mov     r4, r0
        mov     r5, r0
        mov     r6, r0
        mov     r7, r0
        expect  "cfa=sp+20 ra=lr r4-r7=[cfa-20]"
        str     r0, [sp, #6]
        expect  "cfa=sp+20 ra=lr r4=[cfa-20] r5=lost r6=lost r7=[cfa-8]"
        add     r1, sp, #13
        strb    r0, [r1]
        expect  "cfa=sp+20 ra=lr r4=[cfa-20] r5=lost r6=lost r7=lost"
        ldr     r4, [sp], #16
        pop     {pc}
end_function unaligned_stores

/* A halfword at the end of a word, and at its start. */
function halfword_stores
        push    {r4-r7, lr}
        mov     r4, r0
        mov     r5, r0
        mov     r6, r0
        mov     r7, r0
        strh    r0, [sp, #3]
        expect  "cfa=sp+20 ra=lr r4=lost r5=lost r6-r7=[cfa-12]"
        strh    r0, [sp, #8]
        expect  "cfa=sp+20 ra=lr r4=lost r5=lost r6=lost r7=[cfa-8]"
        add     sp, sp, #16
        pop     {pc}
end_function halfword_stores

#ifndef __thumb__
/* sp moves by a register. The result is still an address of this frame, so the pop returns. */
function moved_by_a_register
        push    {r4, r7, lr}
        mov     r7, sp
        mov     r4, r0
        str     r1, [sp, -r4]!
        expect  NO_CFA
        bl      leaf
        expect  NO_CFA
        pop     {r4, r7, pc}
end_function moved_by_a_register
#endif

/* ---- calls ----------------------------------------------------------------------------------- */

function unknown_callee_changes_r12
        mov     r12, lr
        blx     r1
        expect  NOTHING_LEFT
        bx      r12
end_function unknown_callee_changes_r12

/* The callee keeps r3 and changes r2. */
function changes_r2
        mov     r2, r0
        add     r0, r0, r2
        bx      lr
end_function changes_r2

function callee_changes_r2
        mov     r2, lr
        bl      changes_r2
        expect  NOTHING_LEFT
        bx      r2
end_function callee_changes_r2

function callee_keeps_r3
        mov     r3, lr
        bl      changes_r2
        expect  "cfa=sp ra=r3"
        bx      r3
end_function callee_keeps_r3

/* The callee changes r2 after a branch. */
function branches_and_changes_r2
        b       1f
        udf     #1
1:      mov     r2, r0
        bx      lr
end_function branches_and_changes_r2

function callee_branches
        mov     r2, lr
        bl      branches_and_changes_r2
        expect  NOTHING_LEFT
        bx      r2
end_function callee_branches

function supervisor_call_changes_r3
        mov     r3, lr
        mov     lr, r0
        expect  "cfa=sp ra=r3"
        svc     #0
        expect  NOTHING_LEFT
1:      b       1b
end_function supervisor_call_changes_r3

/* Two procedures of this function, each called once. The second one returns to its own call. */
function two_local_procedures
        push    {r4, lr}
        mov     r4, r0
        bl      1f
        expect  FRAME
        push    {r5, r6}
        bl      2f
        expect  "cfa=sp+16 ra=[cfa-4] r4=[cfa-8]"
        pop     {r5, r6}
        pop     {r4, pc}
1:      expect  FRAME
        cmp     r0, #0
        it      ne
        bxne    lr
        pop     {r4, pc}
2:      expect  "cfa=sp+16 ra=[cfa-4] r4=[cfa-8]"
        bx      lr
end_function two_local_procedures

/* Both procedures end in the same code, which returns to either call. */
function two_procedures_with_one_end
        push    {r4, lr}
        mov     r4, r0
        bl      1f
        expect  FRAME
        bl      2f
        expect  FRAME
        pop     {r4, pc}
1:      cmp     r0, #0
        beq     3f
        pop     {r4, pc}
2:      movs    r0, #1
        cmp     r1, #0
        beq     3f
        pop     {r4, pc}
3:      expect  FRAME
        bx      lr
end_function two_procedures_with_one_end

/* ---- conditions ------------------------------------------------------------------------------ */

/* The second condition is neither the first one nor its inverse. */
function three_conditions
        push    {r4, lr}
        mov     r4, r0
        cmp     r0, #1
        it      ne
        popne   {r4, lr}
        it      cs
        expect  "ne ? cfa=sp ra=lr : cfa=sp+8 ra=lr r4=[cfa-8]"
        movcs   r0, #0
        expect  NO_CFA
        it      ne
        bxne    lr
        pop     {r4, pc}
end_function three_conditions

/* ---- modes ----------------------------------------------------------------------------------- */

/* The word has the other mode, so its write does not lead back. */
function stays_away
        push    {r4, lr}
        mov     r4, r0
        cps     #IRQ
        mrs     r3, cpsr
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r2, sp
        expect  NO_CFA
        pop     {r4, pc}
end_function stays_away

/* System mode, and then the bits of the word again: no way back. */
function stays_in_system_mode
        push    {r4, lr}
        mrs     r4, cpsr
        orr     r3, r4, #0x1f
        orr     r3, r3, r4
        msr     cpsr_c, r3
        expect  NO_CFA
        mov     r2, sp
        msr     cpsr_c, r4
        pop     {r4, pc}
end_function stays_in_system_mode

/* ---- code that nobody can decode ------------------------------------------------------------- */

function undecodable
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
#ifdef __thumb__
        .inst.w 0xff8ff1ff
#else
        .inst   0xf7ffffff
#endif
        expect  "unknown: paths from different contexts meet here"
        pop     {r4, pc}
end_function undecodable
