/* SPDX-License-Identifier: MIT */
/*
 * The IRQ handler, for interrupted System mode. It has no CFI: its caller is an exception, not a
 * call. It may change the flags, because SPSR holds the interrupted ones.
 */
#include "port/armv7/load_address.h"

#define MODE_IRQ 0x12

        .syntax unified
        .arm
        .cfi_sections .debug_frame
        .section .text.board_irq_entry, "ax", %progbits
        .balign 4
        .global board_irq_entry
        .type   board_irq_entry, %function
board_irq_entry:
        push    {r0}
        load_address r0, interrupts_count
        ldr     r0, [r0]
        tst     r0, #1
        pop     {r0}
        ldrne   pc, compiled_handler

        sub     lr, lr, #4
        srsdb   sp!, #MODE_IRQ
        push    {r0-r3, r11, r12}
        bl      interrupts_serve
        pop     {r0-r3, r11, r12}
        rfeia   sp!
compiled_handler:
        .word   interrupts_compiled_handler
        .size   board_irq_entry, . - board_irq_entry

/*
 * uint32_t interrupts_user_sp(void): STM of user registers (ARM ARM B9.3.17) works without a change
 * of mode.
 */
        .section .text.interrupts_user_sp, "ax", %progbits
        .balign 4
        .global interrupts_user_sp
        .type   interrupts_user_sp, %function
interrupts_user_sp:
        .cfi_startproc
        sub     sp, sp, #8
        .cfi_def_cfa_offset 8
        stm     sp, {sp}^
        nop
        ldr     r0, [sp], #8
        .cfi_def_cfa_offset 0
        bx      lr
        .cfi_endproc
        .size   interrupts_user_sp, . - interrupts_user_sp
