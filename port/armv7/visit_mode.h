/* SPDX-License-Identifier: MIT */
/*
 * For assembly only: a function NAME(mode, ...) that works in another mode. MODE is a privileged
 * mode that can be left by writing CPSR. Interrupts and asynchronous aborts are masked meanwhile:
 * a handler might run on the stack of MODE.
 *
 *     visit_mode NAME     starts the function; from here on it runs in MODE and may change r0, r1
 *                         and r3. r2: CPSR of the caller
 *     leave_mode NAME     returns to the caller, with r0
 */
/* clang-format off */
#ifndef BOBBIN_VISIT_MODE_H
#define BOBBIN_VISIT_MODE_H

        .syntax unified
        .arm
        .cfi_sections .debug_frame

.macro visit_mode name
        .section .text.\name, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
        .cfi_startproc
        push    {r4, r8-r11, lr}        /* FIQ mode has r8-r11 of its own */
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
.endm

.macro leave_mode name
        msr     cpsr_cx, r2
        pop     {r4, r8-r11, pc}
        .cfi_endproc
        .size   \name, . - \name
.endm

#endif
