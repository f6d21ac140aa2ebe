/* SPDX-License-Identifier: MIT */
/*
 * A firmware with the habits of others: it moves itself, sets VBAR to the copy, and switches
 * stacks. It has no names that the oracle knows. For the Cortex-A9 board; abilities.sh runs it.
 */
        .syntax unified
        .arm
        .arch   armv7-a
        .cfi_sections .debug_frame

        .equ    MOVED_TO, 0x60400000
        .equ    STACK_TOP, 0x60700000
        .equ    UNDEFINED_STACK_TOP, 0x60710000
        .equ    OTHER_STACK_TOP, 0x60800000
        .equ    MODE_UNDEFINED, 0x1b
        .equ    MODE_SUPERVISOR, 0x13

        .text
        .balign 32
        .global first
        .type   first, %function
first:
        ldr     r0, =first
        ldr     r1, =__code_end
        ldr     r2, =MOVED_TO
0:      ldr     r3, [r0], #4
        str     r3, [r2], #4
        cmp     r0, r1
        blo     0b
        ldr     r3, =MOVED_TO
        ldr     r0, =first
        sub     r3, r3, r0
        adr     r0, second
        add     r0, r0, r3
        bx      r0
        .size   first, . - first
        .ltorg

/* The copy starts here. */
        .global second
        .type   second, %function
second:
        .cfi_startproc
        .cfi_undefined lr
        cps     #MODE_UNDEFINED
        ldr     sp, =UNDEFINED_STACK_TOP
        cps     #MODE_SUPERVISOR
        ldr     sp, =STACK_TOP
        adr     r0, vectors
        mcr     p15, 0, r0, c12, c0, 0
        adr     r0, other_first
        ldr     r1, =OTHER_STACK_TOP
        adr     r2, switch_to
        bl      work
        mov     r1, r0
        ldr     r2, =0x20026            @ semihosting: ended without an error...
        cmp     r1, #42
        ldrne   r2, =0x20023            @ ...or with one
        mov     r1, r2
        mov     r0, #0x18
        svc     #0x123456
1:      b       1b
        .cfi_endproc
        .size   second, . - second
        .ltorg

/*
 * The other task. r4 is the argument of its function. Stands before switch_to, so that the first
 * switch is a jump and not a step to the next address.
 */
        .type   other_first, %function
other_first:
        .cfi_startproc
        .cfi_undefined lr
        mov     r0, r4
        bl      other
2:      b       2b
        .cfi_endproc
        .size   other_first, . - other_first

/*
 * switch_to(uint32_t *save, uint32_t sp): continues the task whose registers are at SP. After
 * "mov sp" the frame belongs to no caller.
 */
        .global switch_to
        .type   switch_to, %function
switch_to:
        .cfi_startproc
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
        str     sp, [r0]
        mov     sp, r1
        .cfi_undefined lr
        pop     {r4-r11, pc}
        .cfi_endproc
        .size   switch_to, . - switch_to

/* Skips the undefined instruction: lr is the address after it. */
        .type   skip, %function
skip:
        push    {r0-r3, r12, lr}
        bl      count
        pop     {r0-r3, r12, lr}
        movs    pc, lr
        .size   skip, . - skip

        .balign 32
        .type   vectors, %object
vectors:
        b       .
        b       skip
        b       .
        b       .
        b       .
        b       .
        b       .
        b       .
        .size   vectors, . - vectors
