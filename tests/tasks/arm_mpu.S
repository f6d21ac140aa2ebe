/* SPDX-License-Identifier: MIT */
/*
 * In the style of FreeRTOS with an MPU: all registers are in the control block, whose first word
 * points to them. A loop over the regions of the MPU does not change this pointer.
 */
#include "kernel.inc"

        vectors
        unused undefined, call, prefetch, data, fiq
        choose_task switch_task

function irq
        sub     lr, lr, #4
        srsdb   sp!, #0x12
        push    {lr}
        ldr     lr, =current
        ldr     lr, [lr]
        ldr     lr, [lr]
        stm     lr, {r0-r14}^
        ldr     r0, [sp, #4]
        str     r0, [lr, #60]
        ldr     r0, [sp, #8]
        str     r0, [lr, #64]
        add     sp, sp, #12
        bl      switch_task
        ldr     lr, =current
        ldr     lr, [lr]
        ldr     lr, [lr]
        mov     r4, #0
        mov     r3, #16
1:      mcr     p15, 0, r4, c6, c2, 0
        add     r4, r4, #1
        cmp     r4, r3
        bne     1b
        ldm     lr, {r0-r14}^
        add     lr, lr, #60
        rfeia   lr
end_function irq

function _start
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
