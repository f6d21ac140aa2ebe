/* SPDX-License-Identifier: MIT */
/*
 * Tasks in system mode, in the style of Zephyr: handlers call a function that switches. It saves
 * r4-r11 and sp in the control block, and returns to the handler with those of the next task. The
 * other registers are on the stack of the task.
 */
#include "kernel.inc"

        vectors
        unused undefined, prefetch, data, fiq

function swap
        ldr     r1, =current
        ldr     r2, [r1]
        add     r0, r2, #40
        cps     #0x1f
        mov     r3, sp
        stm     r0, {r4-r11}
        str     r3, [r0, #32]
        cps     #0x13
        ldr     r3, =ready
        ldr     r2, [r3]
        str     r2, [r1]
        add     r0, r2, #40
        cps     #0x1f
        ldm     r0, {r4-r11}
        ldr     sp, [r0, #32]
        cps     #0x13
        push    {r2, lr}
        bl      choose
        pop     {r2, lr}
        bx      lr
end_function swap

        choose_task choose

.macro enter
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r0-r3, r12, lr}
        cps     #0x13
        push    {lr}
        mov     r3, sp
        and     r3, r3, #4
        sub     sp, sp, r3
        push    {r2, r3}
.endm

function call
        enter
        cmp     r0, #0
        bne     1f
        bl      swap
1:      b       leave
end_function call

function irq
        sub     lr, lr, #4
        enter
        bl      choose
        b       leave
end_function irq

function leave
        ldr     r3, =current
        ldr     r1, [r3]
        ldr     r3, =ready
        ldr     r0, [r3]
        cmp     r0, r1
        beq     1f
        bl      swap
1:      cpsid   i
        pop     {r2, r3}
        add     sp, sp, r3
        pop     {lr}
        cps     #0x1f
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_function leave

function _start
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
