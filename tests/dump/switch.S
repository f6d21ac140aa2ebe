/* SPDX-License-Identifier: MIT */
/* The code of a made-up kernel: a switch that is a call, and tasks that wait. */
#include "../tasks/kernel.inc"

/* Gives the processor to the task in `next`. The saved sp is the first word of a control block. */
function yield
        push    {r4-r11, lr}
        ldr     r0, =current
        ldr     r1, [r0]
        str     sp, [r1]
        ldr     r2, =next
        ldr     r2, [r2]
        str     r2, [r0]
        ldr     sp, [r2]
        pop     {r4-r11, lr}
        bx      lr
end_function yield

function mutex_wait
        push    {r4, lr}
        bl      yield
        .global after_yield
after_yield:
        pop     {r4, pc}
end_function mutex_wait

function worker
        push    {r3, lr}
        bl      mutex_wait
        .global after_wait
after_wait:
        pop     {r3, pc}
end_function worker

function idle
        push    {r3, lr}
        bl      yield
        b       idle
end_function idle

/* Where the first function of a task returns to. */
function task_exit
        b       .
end_function task_exit

function _start
        bl      worker
        bl      idle
        b       .
end_function _start
