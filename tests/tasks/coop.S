/* SPDX-License-Identifier: MIT */
/* Switches that are calls, and save only the registers that a call must keep. */
#include "kernel.inc"

/* The saved sp is stored through one pointer, and the next one is an argument. */
function switch_stack
        push    {r4-r11, lr}
        vpush   {d8-d15}
        mov     r3, sp
        str     r3, [r0]
        mov     sp, r1
        vpop    {d8-d15}
        pop     {r4-r11, lr}
        bx      lr
end_function switch_stack

/* All in a structure, as setjmp and longjmp in one. */
function switch_struct
        mov     r12, sp
        stm     r0, {r4-r12, lr}
        ldm     r1, {r4-r12, lr}
        mov     sp, r12
        bx      lr
end_function switch_struct

/* r7 is forgotten, and r8 is saved where r7 should be. */
function switch_wrongly
        push    {r4-r6, r8, lr}
        str     sp, [r0]
        mov     sp, r1
        pop     {r4-r7, pc}
end_function switch_wrongly

/* No switch: a frame of variable size. */
function with_frame
        push    {r4, r7, lr}
        mov     r7, sp
        sub     sp, sp, r0
        mov     sp, r7
        pop     {r4, r7, pc}
end_function with_frame

function _start
        ldr     r0, =current
        ldr     r1, =ready
        bl      switch_stack
        bl      switch_struct
        bl      switch_wrongly
        bl      with_frame
        b       .
end_function _start

        .section .cells, "aw", %nobits
        .balign 4
current: .space 64
ready:  .space 64
