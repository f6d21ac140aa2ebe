/* SPDX-License-Identifier: MIT */
#include "made.h"
#include "port/armv7/load_address.h"

        .syntax unified
        .arm

/* Sets r8-r12 to VALUE and the numbers after it. */
.macro set_r8 value
        mov     r8, #\value
        add     r9, r8, #1
        add     r10, r8, #2
        add     r11, r8, #3
        add     r12, r8, #4
.endm

/* Switches to mode r4; r3 has the other bits of CPSR. */
.macro enter_mode
        orr     r4, r3, r4
        msr     cpsr_c, r4
.endm

        .section .text.made_interrupt, "ax", %progbits
        .balign 4
        .global made_interrupt, made_interrupted
        .type   made_interrupt, %function
made_interrupt:
        push    {r3-r11, lr}
        load_address r3, system_sp
        str     sp, [r3]
        cps     #MODE_FIQ
        set_r8  MADE_FIQ_R8
        cps     #MODE_SYS
        set_r8  MADE_USER_R8
        mrs     r3, cpsr
        bic     r3, r3, #0x1f
        and     r4, r1, #0x1f
        enter_mode
        load_address r5, made_sp
        str     sp, [r5]
        mov     lr, #MADE_LR
        mov     r4, r0
        enter_mode
        msr     spsr_cxsf, r1
        load_address lr, made_interrupted
        add     lr, lr, #4
        bx      r2
made_interrupted:
        load_address r0, made_after_fiq
        load_address r1, made_after_user
        cps     #MODE_FIQ
        stm     r0, {r8-r12}
        cps     #MODE_SYS
        stm     r1, {r8-r12}
        load_address r3, system_sp
        ldr     sp, [r3]
        pop     {r3-r11, pc}
        .size   made_interrupt, . - made_interrupt

.macro variable name, words
        .global \name
\name:  .zero   4 * \words
.endm

        .section .bss.made, "aw", %nobits
        .balign 4
        variable system_sp, 1
        variable made_sp, 1
        variable made_after_fiq, 5
        variable made_after_user, 5
