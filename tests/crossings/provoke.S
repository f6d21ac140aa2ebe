/* SPDX-License-Identifier: MIT */
/*
 * Functions that cause an exception. An exception overwrites lr of the mode that it enters, and
 * that may be the mode of the function. So they save lr.
 */
#include "boards/common/function.h"
#include "crossings.h"

        .syntax unified

/*
 * Compilers use UDF where execution must not go on, so the analysis takes no path from UDF to the
 * next instruction. In ARM state this code uses a coprocessor that no board has; in Thumb state
 * another path leads to the instruction after UDF.
 */
.macro undefined_instruction_arm
        .inst   0xee000710 /* mcr p7, 0, r0, c0, c0, 0 */
.endm

/* A leaf: lr must not change, so not for UND mode. */
function undefined_leaf arm
        undefined_instruction_arm
        bx      lr
end_function undefined_leaf

function undefined_arm arm
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        undefined_instruction_arm
        pop     {r4, pc}
end_function undefined_arm

function undefined_thumb thumb
        push    {lr}
        .cfi_def_cfa_offset 4
        .cfi_offset lr, -4
        movs    r0, #1
        beq     1f
        udf     #1
1:      pop     {pc}
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

/*
 * SVC is the last instruction of these functions. The handler continues at label 1. For the
 * analysis, SVC continues at the next function, which must not be one that returns.
 */
.macro after_last
        .type   after_last_\@, %function
after_last_\@:
        b       .
        .size   after_last_\@, . - after_last_\@
.endm

function call_last_arm arm
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
        adr     r1, 1f
        mov     r0, #CALL_RETURN
        cmp     r0, #CALL_NOTHING
        bne     2f
1:      pop     {r4, pc}
2:      svc     #1
end_function call_last_arm
        after_last

function call_last_thumb thumb
        push    {lr}
        .cfi_def_cfa_offset 4
        .cfi_offset lr, -4
        adr     r1, 1f
        adds    r1, r1, #1
        movs    r0, #CALL_RETURN
        cmp     r0, #CALL_NOTHING
        bne     2f
        .balign 4
1:      pop     {pc}
2:      svc     #1
end_function call_last_thumb
        after_last

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
