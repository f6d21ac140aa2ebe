/* SPDX-License-Identifier: MIT */
/*
 * Tasks in supervisor mode, in the style of RT-Thread: a bit of the saved FPEXC says whether the
 * registers of the FPU are saved. An interrupt handler that switches moves r0-r12 from the IRQ
 * stack to that of the task, and reads r0-r3 below sp. Handles are addresses of saved pointers.
 */
#include "kernel.inc"

        vectors
        unused undefined, call, prefetch, data, fiq

.macro save_fpu
        vmrs    r6, fpexc
        tst     r6, #(1 << 30)
        beq     1f
        vpush   {d0-d15}
        vpush   {d16-d31}
        vmrs    r5, fpscr
        push    {r5}
1:      push    {r6}
.endm

/* r0: address of the old pointer, r1: of the new one */
function switch
        push    {lr}
        push    {r0-r12, lr}
        mrs     r4, cpsr
        tst     lr, #1
        orrne   r4, r4, #0x20
        push    {r4}
        save_fpu
        str     sp, [r0]
        ldr     sp, [r1]
        b       switch_exit
end_function switch

function switch_exit
        pop     {r6}
        vmsr    fpexc, r6
        tst     r6, #(1 << 30)
        beq     1f
        pop     {r5}
        vmsr    fpscr, r5
        vpop    {d16-d31}
        vpop    {d0-d15}
1:      pop     {r1}
        msr     spsr_cxsf, r1
        ldm     sp!, {r0-r12, lr, pc}^
end_function switch_exit

function irq
        push    {r0-r12, lr}
        bl      choose
        ldr     r0, =wanted
        ldr     r1, [r0]
        cmp     r1, #1
        beq     1f
        pop     {r0-r12, lr}
        subs    pc, lr, #4
1:      mov     r1, #0
        str     r1, [r0]
        mov     r1, sp
        add     sp, sp, #16
        pop     {r4-r12, lr}
        mrs     r0, spsr
        sub     r2, lr, #4
        msr     cpsr_c, #0xd3
        push    {r2}
        push    {r4-r12, lr}
        ldm     r1, {r1-r4}
        push    {r1-r4}
        push    {r0}
        save_fpu
        ldr     r4, =current
        ldr     r5, [r4]
        str     sp, [r5]
        ldr     r6, =ready
        ldr     r6, [r6]
        ldr     sp, [r6]
        b       switch_exit
end_function irq

        choose_task choose

/* Interrupts are enabled while r0-r3 are below sp, so another interrupt may overwrite them. */
function irq_late
        push    {r0-r12, lr}
        mov     r1, sp
        add     sp, sp, #16
        pop     {r4-r12, lr}
        mrs     r0, spsr
        sub     r2, lr, #4
        msr     cpsr_c, #0x13
        push    {r2}
        push    {r4-r12, lr}
        ldm     r1, {r1-r4}
        push    {r1-r4}
        push    {r0}
        ldr     r4, =current
        ldr     r5, [r4]
        str     sp, [r5, #4]
        ldr     r6, =ready
        ldr     r6, [r6]
        ldr     sp, [r6, #4]
        pop     {r1}
        msr     spsr_cxsf, r1
        ldm     sp!, {r0-r12, lr, pc}^
end_function irq_late

/* Interrupts are enabled even before that. */
function irq_open
        push    {r0-r12, lr}
        mrs     r0, spsr
        cpsie   i
        mov     r1, sp
        add     sp, sp, #16
        pop     {r4-r12, lr}
        sub     r2, lr, #4
        cpsid   i, #0x13
        push    {r2}
        push    {r4-r12, lr}
        ldm     r1, {r1-r4}
        push    {r1-r4}
        push    {r0}
        ldr     r4, =current
        ldr     r5, [r4]
        str     sp, [r5, #8]
        ldr     r6, =ready
        ldr     r6, [r6]
        ldr     sp, [r6, #8]
        pop     {r1}
        msr     spsr_cxsf, r1
        ldm     sp!, {r0-r12, lr, pc}^
end_function irq_open

/* A second vector table. */
        .balign 32
        .arm
table:
        .irp    i, 1, 2, 3, 4, 5, 6
        b       .
        .endr
        b       irq_late
        b       irq_open

function task
        push    {r4, lr}
        bl      switch
        pop     {r4, pc}
end_function task

function _start
        ldr     r0, =table
        mcr     p15, 0, r0, c12, c0, 0
        bl      task
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
wanted: .space 4
