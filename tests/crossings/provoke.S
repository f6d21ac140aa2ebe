/* SPDX-License-Identifier: MIT */
/*
 * Functions that cause an exception. An exception overwrites lr of the mode that it enters, and that
 * may be the mode of the function. So they save lr.
 */
#include "crossings.h"

        .syntax unified
        .cfi_sections .debug_frame

.macro function name, state
        .section .text.\name, "ax", %progbits
        .balign 4
        .\state
        .global \name
        .type   \name, %function
\name:
        .cfi_startproc
.endm

.macro end_function name
        .cfi_endproc
        .size   \name, . - \name
.endm

/* A leaf: lr must not change, so not for UND mode. */
function undefined_leaf arm
        udf     #1
        bx      lr
end_function undefined_leaf

function undefined_arm arm
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        udf     #1
        pop     {r4, pc}
end_function undefined_arm

function undefined_thumb thumb
        push    {lr}
        .cfi_def_cfa_offset 4
        .cfi_offset lr, -4
        udf     #1
        pop     {pc}
end_function undefined_thumb

/* The handlers skip 4 bytes. */
function abort_arm arm
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        mov     r0, #0xca000000
        ldr     r0, [r0]
        pop     {r4, pc}
end_function abort_arm

function abort_thumb thumb
        push    {lr}
        .cfi_def_cfa_offset 4
        .cfi_offset lr, -4
        mov     r0, #0xca000000
        ldr.w   r0, [r0]
        pop     {pc}
end_function abort_thumb

function break_arm arm
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        bkpt    #1
        pop     {r4, pc}
end_function break_arm

function call_arm arm
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        svc     #1
        pop     {r4, pc}
end_function call_arm

function call_thumb thumb
        push    {lr}
        .cfi_def_cfa_offset 4
        .cfi_offset lr, -4
        svc     #1
        pop     {pc}
end_function call_thumb

function call_last_arm arm
        mov     r0, #CALL_RETURN
        mov     r1, lr
        svc     #1
end_function call_last_arm

function call_last_thumb thumb
        mov     r1, lr
        movs    r0, #CALL_RETURN
        svc     #1
end_function call_last_thumb

/* r0 is the new CPSR. That it is a constant would say that sp is on another stack. */
function user_mode arm
        msr     cpsr_c, r0
        bx      lr
end_function user_mode

function system_mode arm
        mov     r0, #CALL_SYSTEM
        svc     #1
        bx      lr
end_function system_mode
