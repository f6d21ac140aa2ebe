/* SPDX-License-Identifier: MIT */
/*
 * In the style of Zephyr with an FPU: d8-d15 are saved to the control block after the saved sp, if
 * a flag in the control block says so.
 */
#include "kernel.inc"

        vectors
        unused undefined, prefetch, data, irq, fiq

function call
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r0-r3, r12, lr}
        ldr     r0, =current
        ldr     r1, [r0]
        ldr     r2, [r0, #4]
        add     r3, r1, #40
        stm     r3!, {r4-r11}
        mov     r12, sp
        str     r12, [r3], #4
        ldr     r12, [r1, #4]
        cmp     r12, #0
        beq     1f
        vstm    r3, {d8-d15}
1:      str     r2, [r0]
        add     r3, r2, #40
        ldm     r3!, {r4-r11}
        ldr     r12, [r3], #4
        mov     sp, r12
        ldr     r12, [r2, #4]
        cmp     r12, #0
        beq     2f
        vldm    r3, {d8-d15}
2:      pop     {r0-r3, r12, lr}
        rfeia   sp!
end_function call

function _start
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
