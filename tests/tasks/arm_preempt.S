/* SPDX-License-Identifier: MIT */
/*
 * Threads in supervisor mode, in the style of ThreadX, with nested interrupts: an interrupt saves
 * on the IRQ stack what a C function may change. If another thread is to run at its end, it moves
 * these registers to the stack of the thread, and saves the others there.
 */
#include "kernel.inc"

        vectors
        unused undefined, call, prefetch, data, fiq

function irq
        push    {r0-r3}
        ldr     r3, =system_state
        ldr     r2, [r3]
        cmp     r2, #0
        beq     1f
        add     r2, r2, #1
        str     r2, [r3]
        mrs     r0, spsr
        sub     lr, lr, #4
        push    {r0, r10, r12, lr}
        b       2f
1:      add     r2, r2, #1
        str     r2, [r3]
        ldr     r1, =current
        ldr     r0, [r1]
        cmp     r0, #0
        beq     idle
        mrs     r2, spsr
        sub     lr, lr, #4
        push    {r2, r10, r12, lr}
2:      bl      handler
        b       context_restore
idle:   add     sp, sp, #16
        b       2b
end_function irq

function context_restore
        cpsid   if
        ldr     r3, =system_state
        ldr     r2, [r3]
        sub     r2, r2, #1
        str     r2, [r3]
        cmp     r2, #0
        beq     1f
        pop     {r0, r10, r12, lr}
        msr     spsr_cxsf, r0
        pop     {r0-r3}
        movs    pc, lr
1:      ldr     r1, =current
        ldr     r0, [r1]
        cmp     r0, #0
        beq     idle_restore
        ldr     r3, =ready
        ldr     r2, [r3]
        cmp     r0, r2
        bne     preempt
        pop     {r0, r10, r12, lr}
        msr     spsr_cxsf, r0
        pop     {r0-r3}
        movs    pc, lr

preempt:
        pop     {r3, r10, r12, lr}
        mov     r1, lr
        cps     #0x13
        push    {r1}
        push    {r4-r12, lr}
        mov     r4, r3
        cps     #0x12
        pop     {r0-r3}
        cps     #0x13
        push    {r0-r3}
        ldr     r1, =current
        ldr     r0, [r1]
        ldr     r2, [r0, #144]
        cmp     r2, #0
        beq     2f
        vmrs    r2, fpscr
        push    {r2}
        vpush   {d16-d31}
        vpush   {d0-d15}
2:      mov     r3, #1
        push    {r3, r4}
        str     sp, [r0, #8]
        mov     r0, #0
        str     r0, [r1]
idle_restore:
        cps     #0x13
        b       schedule
end_function context_restore

function schedule
        cpsie   if
        ldr     r1, =ready
1:      ldr     r0, [r1]
        cmp     r0, #0
        beq     1b
        cpsid   if
        ldr     r1, =current
        str     r0, [r1]
        ldr     r2, [r0, #4]
        ldr     r3, [r0, #24]
        add     r2, r2, #1
        str     r2, [r0, #4]
        ldr     r2, =slice
        ldr     sp, [r0, #8]
        str     r3, [r2]
        pop     {r4, r5}
        cmp     r4, #0
        beq     2f
        msr     spsr_cxsf, r5
        ldr     r1, [r0, #144]
        cmp     r1, #0
        beq     3f
        vpop    {d0-d15}
        vpop    {d16-d31}
        pop     {r4}
        vmsr    fpscr, r4
3:      ldm     sp!, {r0-r12, lr, pc}^
2:      msr     cpsr_cxsf, r5
        ldr     r1, [r0, #144]
        cmp     r1, #0
        beq     4f
        vpop    {d8-d15}
        vpop    {d16-d31}
        pop     {r4}
        vmsr    fpscr, r4
4:      pop     {r4-r11, lr}
        bx      lr
end_function schedule

function yield
        push    {r4-r11, lr}
        ldr     r5, =current
        ldr     r6, [r5]
        ldr     r4, [r6, #144]
        cmp     r4, #0
        beq     1f
        vmrs    r4, fpscr
        push    {r4}
        vpush   {d16-d31}
        vpush   {d8-d15}
1:      mov     r0, #0
        mrs     r1, cpsr
        push    {r0, r1}
        cpsid   if
        str     sp, [r6, #8]
        mov     r4, #0
        str     r4, [r5]
        b       schedule
end_function yield

function handler
        push    {r4, lr}
        pop     {r4, pc}
end_function handler

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
slice:  .space 4
system_state: .space 4
