/* SPDX-License-Identifier: MIT */
/*
 * Handlers that save all registers on the stack of system mode, in the style of NuttX: the address
 * of the saved registers is the argument of a function, which returns that of the next task.
 */
#include "kernel.inc"

        vectors
        unused undefined, prefetch, data, fiq

.macro handler name, adjust
function \name
        .if     \adjust
        sub     lr, lr, #\adjust
        .endif
        srsdb   sp!, #0x1f
        cpsid   if, #0x1f
        push    {r0-r12}
        add     r1, sp, #60
        push    {r1, lr}
        vmrs    r1, fpscr
        push    {r1}
        vpush   {d0-d15}
        mov     r0, sp
        mov     r4, sp
        ldr     r1, =stack_top
        mov     sp, r1
        bl      do_\name
        mov     sp, r4
        vldm    r0!, {d0-d15}
        ldr     r1, [r0], #4
        vmsr    fpscr, r1
#ifdef __thumb__
        ldr     sp, [r0]
        ldr     lr, [r0, #4]
        cps     #0x13
#else
        cps     #0x13
        ldm     r0, {sp, lr}^
#endif
        add     r0, r0, #8
        add     lr, r0, #52
        ldm     r0, {r0-r12}
        rfeia   lr
end_function \name

function do_\name
        push    {r4, lr}
        mov     r4, r0
        ldr     r1, =current
        str     r4, [r1]
        ldr     r0, [r1, #4]
        pop     {r4, pc}
end_function do_\name
.endm

        handler call, 0
        handler irq, 4

function _start
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 8
current: .space 8
        .space 256
stack_top:
