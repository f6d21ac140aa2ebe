/* SPDX-License-Identifier: MIT */
/*
 * Registers of the caller that are kept in VFP registers or outside the frame; NEON instructions
 * that save and restore; bases that move.
 */
        .fpu    neon
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
#define NO_R4 "unknown: no location holds r4 on all paths"

function leaf
        bx      lr
end_function leaf

/* No rule finds r4 in a VFP register. It is not lost, and the caller has it again. */
function keeps_r4_in_s0
        vmov    s0, r4
        expect  "cfa=sp ra=lr"
        mov     r4, r0
        expect  NO_R4
        add     r0, r0, r4
        vmov    r4, s0
        expect  NO_R4
        bx      lr
end_function keeps_r4_in_s0

function keeps_two_in_d8
        push    {r7, lr}
        vpush   {d8}
        vmov    d8, r4, r5
        mov     r4, r0
        mov     r5, r0
        expect  NO_R4
        bl      leaf
        vmov    r4, r5, d8
        vpop    {d8}
        pop     {r7, pc}
end_function keeps_two_in_d8

/* Nor in memory at a pointer. It is loaded from there before the return. */
function keeps_r4_at_a_pointer
        stm     r2, {r4, r5}
        mov     r4, r0
        mov     r5, r0
        expect  NO_R4
        add     r0, r4, r5
        ldm     r2, {r4, r5}
        expect  "cfa=sp ra=lr"
        bx      lr
end_function keeps_r4_at_a_pointer

/* The pointer is another one. */
function loses_r4_at_a_pointer
        str     r4, [r2]
        add     r2, r2, r1
        mov     r4, r0
        expect  "cfa=sp ra=lr r4=lost"
        ldr     r4, [r2]
        expect  "cfa=sp ra=lr r4=lost"
        bx      lr
end_function loses_r4_at_a_pointer

/* VST1 and VLD1 of whole registers are like VSTM and VLDM. */
function stores_by_vst1
        str     lr, [sp, #-4]!
        sub     sp, sp, #20
        mov     r3, sp
        vst1.64 {d8-d9}, [r3]!
        vmov.f64 d8, d0
        vmov.f64 d9, d0
        expect  "cfa=sp+24 ra=[cfa-4] d8-d9=[cfa-24]"
        bl      leaf
        mov     r3, sp
        vld1.64 {d8-d9}, [r3]!
        expect  "cfa=sp+24 ra=[cfa-4] d8-d9=[cfa-24]"
        mov     sp, r3
        expect  "cfa=sp+8 ra=[cfa-4]"
        add     sp, sp, #4
        ldr     pc, [sp], #4
end_function stores_by_vst1

/* d16-d17 are no registers of the caller, but overwrite the slots. */
function stores_high_by_vst1
        push    {r4, r5, r6, lr}
        mov     r4, r0
        mov     r3, sp
        vst1.32 {d16}, [r3]
        expect  "cfa=sp+16 ra=[cfa-4] r4=lost"
        bl      leaf
        pop     {r4, r5, r6, pc}
end_function stores_high_by_vst1

/* One lane is one word. */
function stores_a_lane
        push    {r4, r5, r6, lr}
        mov     r4, r0
        mov     r5, r0
        mov     r6, r0
        mov     r3, sp
        vst1.32 {d0[1]}, [r3]
        bl      leaf
        expect  "cfa=sp+16 ra=[cfa-4] r4=lost r5=lost r6=[cfa-8]"
        pop     {r4, r5, r6, pc}
end_function stores_a_lane

/* A load of one lane, or of the same word to all lanes, does not restore d8. */
function loads_a_lane
        push    {r4, lr}
        vpush   {d8}
        mov     r3, sp
        vmov.f64 d8, d0
        bl      leaf
        mov     r3, sp
        vld1.32 {d8[]}, [r3]
        expect  "cfa=sp+16 ra=[cfa-4] d8=[cfa-16]"
        add     sp, sp, #8
        expect  "cfa=sp+8 ra=[cfa-4] d8=lost"
        pop     {r4, pc}
end_function loads_a_lane

/* STREX writes one word. The register of its status is not stored. */
function stores_exclusively
        push    {r4, r5, r6, lr}
        mov     r4, r0
        mov     r5, r0
        strex   r3, r0, [sp]
        bl      leaf
        expect  "cfa=sp+16 ra=[cfa-4] r4=lost r5-r6=[cfa-12]"
        pop     {r4, r5, r6, pc}
end_function stores_exclusively

/* The base moves by a register. It is still an address of the frame, and so is sp. */
function moves_a_base
        push    {r7, lr}
        mov     r7, sp
        mov     r3, sp
        vld1.8  {d0}, [r3], r0
        mov     sp, r3
        pop     {r7, pc}
end_function moves_a_base

#ifndef __thumb__
/* sp moves by a register. The word that is loaded may be the caller's r4. */
function moves_sp_by_a_register
        push    {r4, lr}
        mov     r4, r0
        mov     r3, #4
        bl      leaf
        ldr     r4, [sp], r3
        ldr     pc, [sp], #4
end_function moves_sp_by_a_register

function calls_what_moves_sp
        str     lr, [sp, #-8]!
        bl      moves_sp_by_a_register
        expect  "cfa=sp+8 ra=[cfa-8]"
        ldr     pc, [sp], #8
end_function calls_what_moves_sp
#endif

function calls_all
        push    {r4, lr}
        mov     r4, r0
        bl      keeps_r4_in_s0
        expect  FRAME
        bl      keeps_two_in_d8
        expect  FRAME
        bl      keeps_r4_at_a_pointer
        expect  FRAME
        bl      moves_a_base
        expect  FRAME
        pop     {r4, pc}
end_function calls_all

/* r4 and r5 of the caller are still there. */
function calls_without_r4
        str     lr, [sp, #-8]!
        bl      keeps_two_in_d8
        expect  "cfa=sp+8 ra=[cfa-8]"
        bl      keeps_r4_at_a_pointer
        expect  "cfa=sp+8 ra=[cfa-8]"
        ldr     pc, [sp], #8
end_function calls_without_r4
