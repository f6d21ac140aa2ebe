/* SPDX-License-Identifier: MIT */
/* Copies the banked registers of another mode, for bank.c. */
        .syntax unified
        .arm
        .cfi_sections .debug_frame
        .section .text.bobbin_bank_copy, "ax", %progbits
        .balign 4

/*
 * void bobbin_bank_copy(uint32_t mode, uint32_t out[7])
 *
 * Stores r8-r12, sp and lr of MODE to OUT. MODE is a privileged mode that can be left by writing
 * CPSR. Interrupts and asynchronous aborts are masked meanwhile: a handler might run on the stack
 * of MODE.
 */
        .global bobbin_bank_copy
        .type   bobbin_bank_copy, %function
bobbin_bank_copy:
        .cfi_startproc
        push    {r4, r8-r11, lr}
        .cfi_def_cfa_offset 24
        .cfi_offset r4, -24
        .cfi_offset r8, -20
        .cfi_offset r9, -16
        .cfi_offset r10, -12
        .cfi_offset r11, -8
        .cfi_offset lr, -4
        mov     r4, sp                  /* r4 is not banked, so the CFA stays valid in MODE */
        .cfi_def_cfa_register r4
        mrs     r2, cpsr
        cpsid   aif
        bic     r3, r2, #0x1f
        orr     r3, r3, #0xc0
        orr     r3, r3, r0
        msr     cpsr_c, r3
        stmia   r1!, {r8-r12}
        str     sp, [r1]
        str     lr, [r1, #4]
        msr     cpsr_cx, r2
        pop     {r4, r8-r11, pc}
        .cfi_endproc
        .size   bobbin_bank_copy, . - bobbin_bank_copy
