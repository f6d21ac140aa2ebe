/* SPDX-License-Identifier: MIT */
/* Code that restores tasks, but for which there must be no rule. */
#include "kernel.inc"

        vectors
        unused undefined, prefetch

/* The interrupt and the call save to the same block, but exchange r4 and r5. */
function irq
        sub     lr, lr, #4
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r0-r12, lr}
        ldr     r0, =current
        ldr     r0, [r0]
        str     sp, [r0, #12]
        b       resume
end_function irq

function call
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r6-r12, lr}
        push    {r4}
        push    {r5}
        push    {r0-r3}
        ldr     r0, =current
        ldr     r0, [r0]
        str     sp, [r0, #12]
        b       resume
end_function call

function resume
        ldr     r0, =current
        ldr     r0, [r0]
        ldr     sp, [r0, #12]
        pop     {r0-r12, lr}
        rfeia   sp!
end_function resume

/* lr is saved as the exception left it, 4 bytes after pc. */
function fiq
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r0-r7, lr}
        ldr     r0, =current
        ldr     r0, [r0]
        str     sp, [r0, #16]
        b       resume_late
end_function fiq

function resume_late
        ldr     r0, =current
        ldr     r0, [r0]
        ldr     sp, [r0, #16]
        pop     {r0-r7, lr}
        rfeia   sp!
end_function resume_late

/* sp and lr of supervisor mode are saved, those of user mode restored. */
function data
        sub     lr, lr, #8
        srsdb   sp!, #0x13
        cps     #0x13
        push    {r0-r6, lr}
        ldr     r0, =current
        ldr     r0, [r0]
        str     sp, [r0, #20]
        b       resume_user
end_function data

function resume_user
        cps     #0x1f
        ldr     r0, =current
        ldr     r0, [r0]
        ldr     sp, [r0, #20]
        pop     {r0-r6, lr}
        rfeia   sp!
end_function resume_user

/* The saved word is 8 above the sp of the caller. */
function wrong_word
        add     r12, sp, #8
        stm     r0, {r4-r12, lr}
        ldm     r1, {r4-r12, lr}
        mov     sp, r12
        bx      lr
end_function wrong_word

/* The saved sp is not where the restored one ends. */
function wrong_sp
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r11, lr}
        add     sp, sp, #8
        bx      lr
end_function wrong_sp

/* Nothing saves in this layout. */
function never_saved
        mov     sp, r0
        pop     {r4-r10, pc}
end_function never_saved

/* One of two paths does not resume what the other does. */
function two_ways
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        cmp     r2, #0
        bne     1f
        pop     {r4-r11, pc}
1:      bx      r3
end_function two_ways

/* The layout depends on an argument, which is not in the task's memory. */
function two_layouts
        push    {r4-r11, lr}
        str     sp, [r0]
        mov     sp, r1
        cmp     r2, #0
        bne     1f
        pop     {r4-r11, pc}
1:      add     sp, sp, #8
        pop     {r4-r11, pc}
end_function two_layouts

/* The saved registers are overwritten before the pointer is stored. */
function spoiled
        push    {r4-r11, lr}
        mov     r4, #0
        str     r4, [sp, #12]
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r11, pc}
end_function spoiled

function _start
        bl      wrong_word
        bl      wrong_sp
        bl      never_saved
        bl      two_ways
        bl      two_layouts
        bl      spoiled
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
