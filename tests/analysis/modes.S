/* SPDX-License-Identifier: MIT */
/* Processor modes, exceptions, and code without a caller. */
        .arch_extension sec
#include "expect.inc"

#define SVC 0x13
#define IRQ 0x12

#ifndef __thumb__
        .balign 32
vectors:
        expect  "root"
        ldr     pc, 1f
        expect  "handler"
        ldr     pc, 2f
        ldr     pc, 2f
        ldr     pc, 2f
        ldr     pc, 2f
        nop
        ldr     pc, 2f
        ldr     pc, 2f
1:      .word   _start
2:      .word   led_by_a_vector

/*
 * Unoptimised code may contain a row of branches like this. It is not a vector table, and no branch
 * here leads to the next one.
 */
function jumps_in_a_row
        push    {r4, lr}
        .balign 32
        .rept   7
        b       . + 4
        .endr
        expect  "cfa=sp+8 ra=lr"
        pop     {r4, pc}
end_function jumps_in_a_row

/* A row of branches in a function is not a vector table. No path leads to label 2. */
function ways_to_one_end
        push    {r4, lr}
        cmp     r0, #1
        beq     3f
        bhi     4f
        pop     {r4, pc}
        .balign 32
2:      expect  "unreachable"
        b       5f
3:      expect  "cfa=sp+8 ra=lr"
        b       5f
4:      .rept   6
        b       5f
        .endr
5:      expect  "cfa=sp+8 ra=lr"
        pop     {r4, pc}
end_function ways_to_one_end

/* MOVS pc, lr to a constant only changes the mode: the function is no exception handler. */
function leaves_by_movs
        expect  "cfa=sp ra=lr"
        push    {r4, lr}
        expect  "cfa=sp+8 ra=lr"
        mov     r4, r0
        msr     spsr_cxsf, r0
        ldr     lr, =1f
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        movs    pc, lr
1:      b       1b
        .ltorg
end_function leaves_by_movs

/* This is an exception handler: its caller gives lr. */
function returns_by_movs
        expect  "handler"
        push    {r4, lr}
        ldr     lr, =1f
        blx     lr
1:      pop     {r4, lr}
        expect  "handler"
        movs    pc, lr
        .ltorg
end_function returns_by_movs
#endif

function leaf
        bx      lr
end_function leaf

/* In IRQ mode, sp and lr are the registers of that mode. */
function there_and_back
        push    {r4, lr}
        mov     r4, r0
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        cps     #IRQ
        expect  "unknown: the cfa is not at a known distance from any register"
        mov     sp, r0
        cps     #SVC
        expect  "unknown: the cfa is not at a known distance from any register"
        pop     {r4, pc}
end_function there_and_back

/* msr restores the mode that mrs read. */
function there_and_back_by_msr
        push    {r4, lr}
        mrs     r4, cpsr
        cps     #IRQ
        mov     r3, sp
        expect  "unknown: the cfa is not at a known distance from any register"
        msr     cpsr_c, r4
        expect  "cfa=sp+8 ra=lr r4=[cfa-8]"
        pop     {r4, pc}
end_function there_and_back_by_msr

/* The other mode may share sp with this mode. Writing sp there makes this sp unknown. */
function there_and_back_with_another_sp
        push    {r4, lr}
        mrs     r4, cpsr
        cps     #IRQ
        mov     sp, r0
        msr     cpsr_c, r4
        expect  "unknown: the cfa is not at a known distance from any register"
        pop     {r4, pc}
end_function there_and_back_with_another_sp

function led_by_a_vector
        expect  "handler"
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "handler"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4
end_function led_by_a_vector

function back_by_rfe
        expect  "handler"
        push    {r0, lr}
        pop     {r0, lr}
        expect  "handler"
        rfeia   sp!
end_function back_by_rfe

/* A thread starts here. Its call frame information marks the return address as undefined. */
        .cfi_sections .debug_frame
function thread
        .cfi_startproc
        .cfi_undefined lr
        expect  "root"
        bl      leaf
        expect  "root"
1:      b       1b
        .cfi_endproc
end_function thread

/* An exception handler may have the same mark. Traces then end complete at the handler. */
function handler_that_is_a_root
        .cfi_startproc
        .cfi_undefined lr
        expect  "root"
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "root"
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4
        .cfi_endproc
end_function handler_that_is_a_root

/* After the switch of stacks, the call frame information marks the function as a root. */
function switch_of_stacks
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        str     sp, [r0]
        expect  "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"
        ldr     sp, [r1]
        .cfi_undefined lr
        expect  "root"
        pop     {r4, pc}
        .cfi_endproc
end_function switch_of_stacks

function supervisor_call
        push    {r7, lr}
        mov     r7, #1
        svc     #0
        expect  "cfa=sp+8 ra=lr r7=[cfa-8]"
        pop     {r7, pc}
end_function supervisor_call
