/* SPDX-License-Identifier: MIT */
/*
 * Tasks in system mode, in the style of FreeRTOS for Cortex-R5 with a GIC: interrupts nest in
 * supervisor mode. The last one switches tasks if a handler has asked for it. The registers are
 * saved only after the interrupt's own ones are restored.
 */
#include "kernel.inc"

        vectors
        unused undefined, prefetch, data, fiq
        choose_task switch_task

.macro save
        srsdb   sp!, #0x1f
        cps     #0x1f
        push    {r0-r12, r14}
        ldr     r2, =critical
        ldr     r2, [r2]
        ldr     r1, [r2]
        push    {r1}
        ldr     r2, =has_fpu
        ldr     r3, [r2]
        cmp     r3, #0
        vmrsne  r1, fpscr
        vpushne {d0-d15}
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
        popne   {r0}
        vpopne  {d0-d15}
        vmsrne  fpscr, r0
        ldr     r0, =critical
        pop     {r1}
        str     r1, [r0]
        ldr     r2, =priority_mask
        ldr     r2, [r2]
        cmp     r1, #0
        moveq   r4, #255
        ldrne   r4, =masked
        ldrne   r4, [r4]
        str     r4, [r2]
        pop     {r0-r12, r14}
        rfeia   sp!
.endm

function call
        save
        ldr     r0, =switcher
        blx     r0
        restore
end_function call

function irq
        sub     lr, lr, #4
        push    {lr}
        mrs     lr, spsr
        push    {lr}
        cps     #0x13
        push    {r0-r4, r12}
        ldr     r3, =nesting
        ldr     r1, [r3]
        add     r4, r1, #1
        str     r4, [r3]
        ldr     r2, =acknowledge
        ldr     r2, [r2]
        ldr     r0, [r2]
        mov     r2, sp
        and     r2, r2, #4
        sub     sp, sp, r2
        push    {r0-r4, lr}
        ldr     r1, =handler
        blx     r1
        pop     {r0-r4, lr}
        add     sp, sp, r2
        cpsid   i
        dsb
        isb
        ldr     r4, =end_of_interrupt
        ldr     r4, [r4]
        str     r0, [r4]
        ldr     r3, =nesting
        str     r1, [r3]
        cmp     r1, #0
        bne     1f
        ldr     r1, =switch_wanted
        ldr     r0, [r1]
        cmp     r0, #0
        bne     2f
1:      pop     {r0-r4, r12}
        cps     #0x12
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        movs    pc, lr
2:      mov     r0, #0
        str     r0, [r1]
        pop     {r0-r4, r12}
        cps     #0x12
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        save
        ldr     r0, =switcher
        mov     r4, r4
        blx     r0
        restore
end_function irq

function start_first
        cps     #0x1f
        restore
end_function start_first

function handler
        push    {r4, lr}
        pop     {r4, pc}
end_function handler

function _start
        bl      start_first
        b       .
end_function _start

        .set    switcher, switch_task
        .section .cells, "aw", %nobits
        .balign 4
current: .space 4
ready:  .space 4
has_fpu: .space 4
critical: .space 4
nesting: .space 4
switch_wanted: .space 4
priority_mask: .space 4
masked: .space 4
acknowledge: .space 4
end_of_interrupt: .space 4
