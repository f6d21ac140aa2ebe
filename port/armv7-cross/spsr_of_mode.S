/* SPDX-License-Identifier: MIT */
/* Reads SPSR of another mode, for cross_bank.c. */
        .syntax unified
        .arm
        .cfi_sections .debug_frame
        .section .text.bobbin_spsr_of_mode, "ax", %progbits
        .balign 4

/*
 * uint32_t bobbin_spsr_of_mode(uint32_t mode)
 *
 * MODE has an SPSR and can be left by writing CPSR. Interrupts and asynchronous aborts are masked
 * meanwhile: a handler might run on the stack of MODE.
 */
        .global bobbin_spsr_of_mode
        .type   bobbin_spsr_of_mode, %function
bobbin_spsr_of_mode:
        .cfi_startproc
        push    {r4, r8-r11, lr}        /* r8-r11 of FIQ mode are others */
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
        mrs     r0, spsr
        msr     cpsr_cx, r2
        pop     {r4, r8-r11, pc}
        .cfi_endproc
        .size   bobbin_spsr_of_mode, . - bobbin_spsr_of_mode
