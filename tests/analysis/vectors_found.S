/* SPDX-License-Identifier: MIT */
/*
 * Vector tables that were found by disassembling firmware of others, written anew: RTX5, Xen
 * and Arm Trusted Firmware. Code writes their addresses to VBAR, HVBAR and MVBAR.
 */
        .arch_extension sec
        .arch_extension virt
#include "expect.inc"

/* RTX5, Vectors: each slot loads its handler, and the slot of the reserved exception is a NOP. */
        .balign 32
loaded_table:
        expect  "root"
        ldr     pc, 1f
        expect  "handler"
        ldr     pc, 2f
        ldr     pc, 2f
        ldr     pc, 2f
        ldr     pc, 2f
        nop
        expect  "handler"
        ldr     pc, 3f
        ldr     pc, 2f
1:      .word   sets_up
2:      .word   default_handler
3:      .word   interrupt

function default_handler
        expect  "handler"
1:      b       1b
end_function default_handler

function interrupt
        expect  "handler"
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        bl      leaf
        expect  "handler"
        ldm     sp!, {r0-r3, r12, pc}^
end_function interrupt

function leaf
        expect  "cfa=sp ra=lr"
        bx      lr
end_function leaf

/* RTX5, Reset_Handler: the handler of the reset sets the base and calls the start-up code. */
function sets_up
        expect  "root"
        ldr     r0, =loaded_table
        mcr     p15, 0, r0, c12, c0, 0
        bl      sets_other_bases
        expect  "root"
1:      b       1b
        .ltorg
end_function sets_up

/*
 * Xen, hyp_traps_vector_bp_inv and decode_vectors: each slot adds 1 to sp and falls into the next
 * one. The code after the slots has the number of the exception in sp.
 */
        .balign 32
falling_table:
        expect  "root"
        .rept   7
        add     sp, sp, #1
        .endr
        expect  "handler"
        nop
        expect  "handler"
        mcr     p15, 0, r0, c7, c5, 6
        isb
        eor     sp, sp, #0
        tst     sp, #7
        eorne   sp, sp, #0
        expect  "handler"
        beq     trap_interrupt
        eor     sp, sp, #1
        tst     sp, #7
        expect  "handler"
        beq     trap_call
1:      b       1b

function trap_interrupt
        expect  "handler"
        push    {r0-r12, lr}
        bl      leaf
        expect  "handler"
        pop     {r0-r12, lr}
        eret
end_function trap_interrupt

function trap_call
        expect  "handler"
        push    {r0-r12, lr}
        bl      leaf
        pop     {r0-r12, lr}
        expect  "handler"
        eret
end_function trap_call

/* Arm Trusted Firmware, sp_min_vector_table: one table for VBAR and MVBAR, and others hang. */
        .balign 32
        .type   monitor_table, %function
monitor_table:
        expect  "root"
        b       leaf_or_hang
        b       hangs
        expect  "handler"
        b       monitor_call
        b       hangs
        b       hangs
        b       hangs
        b       hangs
        expect  "handler"
        b       hangs
        .size   monitor_table, . - monitor_table

function leaf_or_hang
        expect  "root"
        cmp     r0, #0
        beq     hangs
1:      b       1b
end_function leaf_or_hang

function monitor_call
        expect  "handler"
        srsdb   sp!, #0x16
        bl      leaf
        expect  "handler"
        rfeia   sp!
end_function monitor_call

function hangs
1:      b       1b
end_function hangs

function sets_other_bases
        expect  "cfa=sp ra=lr"
        ldr     r1, =falling_table
        mcr     p15, 4, r1, c12, c0, 0
        isb
        ldr     r0, =monitor_table
        mcr     p15, 0, r0, c12, c0, 0
        mcr     p15, 0, r0, c12, c0, 1
        expect  "cfa=sp ra=lr"
        bx      lr
        .ltorg
end_function sets_other_bases
