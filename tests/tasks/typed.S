/* SPDX-License-Identifier: MIT */
/*
 * Tasks in supervisor mode, in the style of ThreadX: a task that gives up the processor saves the
 * registers of a call, an interrupted one saves all. The first word says which (0 or 1), and a flag
 * in the control block says whether the task uses the FPU.
 */
#include "kernel.inc"

        vectors
        unused undefined, call, prefetch, data, fiq

/* r0: the control block */
function yield
        push    {r4-r11, lr}
        ldr     r0, =current
        ldr     r0, [r0]
        ldr     r1, [r0, #144]
        cmp     r1, #0
        beq     1f
        vmrs    r4, fpscr
        push    {r4}
        vpush   {d16-d31}
        vpush   {d8-d15}
1:      mov     r4, #0
        mrs     r5, cpsr
        push    {r4, r5}
        str     sp, [r0, #8]
        b       schedule
end_function yield

function schedule
        cpsie   if
1:      ldr     r1, =ready
        ldr     r0, [r1]
        cmp     r0, #0
        beq     1b
        cpsid   if
        ldr     r1, =current
        str     r0, [r1]
        ldr     r2, [r0, #4]
        add     r2, r2, #1
        str     r2, [r0, #4]
        ldr     sp, [r0, #8]
        pop     {r4, r5}
        cmp     r4, #0
        beq     solicited
        msr     spsr_cxsf, r5
        ldr     r1, [r0, #144]
        cmp     r1, #0
        beq     2f
        vpop    {d0-d15}
        vpop    {d16-d31}
        pop     {r4}
        vmsr    fpscr, r4
2:      pop     {r0-r12, lr}
        rfeia   sp!
solicited:
        msr     cpsr_cxsf, r5
        ldr     r1, [r0, #144]
        cmp     r1, #0
        beq     3f
        vpop    {d8-d15}
        vpop    {d16-d31}
        pop     {r4}
        vmsr    fpscr, r4
3:      pop     {r4-r11, lr}
        bx      lr
end_function schedule

/* Interrupts always switch here: r0-r3 and the pair of SRS move from the IRQ stack. */
function irq
        sub     lr, lr, #4
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r0-r12, lr}
        ldr     r1, =current
        ldr     r0, [r1]
        ldr     r2, [sp, #60]
        ldr     r3, [r0, #144]
        cmp     r3, #0
        beq     1f
        vmrs    r4, fpscr
        push    {r4}
        vpush   {d16-d31}
        vpush   {d0-d15}
1:      mov     r3, #1
        push    {r2}
        push    {r3}
        str     sp, [r0, #8]
        mov     r3, #0
        str     r3, [r1]
        b       schedule
end_function irq

function task
        bl      yield
        b       task
end_function task

function _start
        bl      schedule
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
