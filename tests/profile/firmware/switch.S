/* SPDX-License-Identifier: MIT */
#include "startup.h"

        .syntax unified
        .arm
        .fpu    vfpv3-d16

/*
 * The root of a task's traces. It stands before task_switch, so that the first switch to a task is
 * a jump and not a step to the next address.
 */
function task_start arm
        .cfi_undefined lr
        blx     r4
        bl      task_end
        udf     #0
end_function task_start

/*
 * Both stacks have the same words at sp. After "ldr sp" the frame belongs to no caller;
 * .cfi_undefined lr makes a trace that begins there complete.
 */
function task_switch arm
        push    {r4-r11, lr}
        .cfi_def_cfa_offset 36
        .cfi_offset r4, -36
        .cfi_offset r5, -32
        .cfi_offset r6, -28
        .cfi_offset r7, -24
        .cfi_offset r8, -20
        .cfi_offset r9, -16
        .cfi_offset r10, -12
        .cfi_offset r11, -8
        .cfi_offset lr, -4
        vpush   {d8-d15}
        .cfi_def_cfa_offset 100
        str     sp, [r0]
        ldr     sp, [r1]
        .cfi_undefined lr
        vpop    {d8-d15}
        pop     {r4-r11, pc}
end_function task_switch
