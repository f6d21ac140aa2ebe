/* SPDX-License-Identifier: MIT */
        .syntax unified
        .arm

.macro begin name
        .section .text.\name, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
.endm

/* The frame of the old procedure-call standard: {r11, sp, lr, pc} below the cfa. */
        begin   arm_apcs_frame
        mov     r12, sp
        push    {r11, r12, lr, pc}
        sub     r11, r12, #4
        sub     sp, sp, #16
        str     r0, [r11, #-16]
        ldr     r0, [r11, #-16]
        bl      arm_leaf
        ldmdb   r11, {r11, sp, pc}
        .size   arm_apcs_frame, . - arm_apcs_frame

/* Leaves one word below the saved registers and skips it by ldmib. */
        begin   arm_load_before
        stmdb   sp!, {r3, r4, r5, lr}
        mov     r4, #4
        mov     r5, r0
        add     r0, r5, r4
        add     r0, r0, r1
        ldmib   sp, {r4, r5, lr}
        add     sp, sp, #16
        bx      lr
        .size   arm_load_before, . - arm_load_before

/* Makes a frame only under a condition; each path by itself is clear. */
        begin   arm_conditional_frame
        cmp     r0, r1
        movls   r0, r1
        bls     1f
        push    {r4, lr}
        bl      arm_leaf
        pop     {r4, lr}
1:      bx      lr
        .size   arm_conditional_frame, . - arm_conditional_frame

/* A tail call to a function that a table names. */
        begin   arm_tail_by_table
        ldr     r3, 1f
        mov     r2, #1
        ldr     pc, [r3, r2, lsl #2]
1:      .word   asm_table
        .size   arm_tail_by_table, . - arm_tail_by_table

        .section .rodata.asm_table, "a", %progbits
        .balign 4
asm_table:
        .word   arm_apcs_frame, arm_leaf

/* The address of the stack of on_other_stack. */
        .section .bss.asm_other_stack, "aw", %nobits
        .balign 4
        .global asm_other_stack
asm_other_stack:
        .space  4
