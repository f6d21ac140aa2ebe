/* SPDX-License-Identifier: MIT */
/*
 * Tasks in system mode, in the style of FreeRTOS for Cortex-A9: the saved sp is the first word of
 * the control block, and a flag at the saved sp says whether the FPU registers follow.
 */
#include "kernel.inc"

        vectors
        unused undefined, prefetch, data, fiq
        choose_task switch_task

.macro save
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r0-r12, lr}
        ldr     r2, =nesting
        ldr     r1, [r2]
        push    {r1}
        ldr     r2, =has_fpu
        ldr     r3, [r2]
        cmp     r3, #0
        itttt   ne
        vmrsne  r1, fpscr
        vpushne {d0-d15}
        vpushne {d16-d31}
        pushne  {r1}
        push    {r3}
        ldr     r0, =current
        ldr     r1, [r0]
        str     sp, [r1]
.endm

.macro restore
        ldr     r0, =current
        ldr     r1, [r0]
        ldr     sp, [r1]
        ldr     r0, =has_fpu
        pop     {r1}
        str     r1, [r0]
        cmp     r1, #0
        itttt   ne
        popne   {r0}
        vpopne  {d16-d31}
        vpopne  {d0-d15}
        vmsrne  fpscr, r0
        ldr     r0, =nesting
        pop     {r1}
        str     r1, [r0]
        ldr     r2, =0x1e000004
        cmp     r1, #0
        ite     eq
        moveq   r4, #255
        movne   r4, #64
        str     r4, [r2]
        pop     {r0-r12, lr}
        rfeia   sp!
.endm

function call
        save
        bl      switch_task
        restore
end_function call

function irq
        sub     lr, lr, #4
        save
        bl      switch_task
        restore
end_function irq

function start_first
        cps     #0x1f
        restore
end_function start_first

function _start
        bl      start_first
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
nesting: .space 4
has_fpu: .space 4
