/* SPDX-License-Identifier: MIT */
/*
 * For assembly only: the entry code of interrupts that take samples. Two files use the macro:
 * sample_entry.S, and port/armv7-cross/sample_entry_across.S.
 *
 * The code stores a struct bobbin_sampled on the stack of the interrupt's mode. STM with ^ stores
 * r8-r14 of the user bank. For another interrupted mode, the code switches to that mode, with IRQ
 * and FIQ masked, and stores its r8-r12, sp and lr. If Hyp mode, Monitor mode or the interrupt's
 * own mode was interrupted, sp and lr stay unknown.
 *
 * The return restores only r0-r7 and r12 of the interrupt's mode, because the handler preserves
 * r8-r11 (AAPCS32 6.1.1). The stored r8-r12 may belong to another bank.
 */
/* clang-format off */
#ifndef BOBBIN_SAMPLE_ENTRY_H
#define BOBBIN_SAMPLE_ENTRY_H

#include "load_address.h"
#include "processor_modes.h"

#define SAMPLED_SP    52
#define SAMPLED_PC    60
#define SAMPLED_CPSR  64
#define SAMPLED_VALID 68
#define SAMPLED_BYTES 72

#define VALID_ALL  0x1ffff
#define VALID_BANK 0x06000 /* sp, lr */

/* Branches to LABEL if r6, the interrupted mode, is MODE. */
.macro if_mode mode, label
        cmp     r6, #\mode
        beq     \label
.endm

/*
 * If r6 is MODE: stores r8-r12, sp and lr of MODE at r5 and branches to DONE. r3 is cpsr. Each mode
 * has code of its own, with a constant mode: the tool proves no rule in a mode that is chosen by a
 * number.
 */
.macro store_bank mode, own_mode, done
.if \mode != \own_mode
        cmp     r6, #\mode
        bne     9f
        cpsid   if, #\mode
        stm     r5, {r8-r12}
        str     sp, [r5, #SAMPLED_SP - 32]
        str     lr, [r5, #SAMPLED_SP - 32 + 4]
        msr     cpsr_c, r3
        b       \done
9:
.endif
.endm

/* BINDING: weak or global. ROOT: 1 for a function that is outermost. */
.macro sample_entry name, binding, root, own_mode, handler
        .section .text.\name, "ax", %progbits
        .balign 4
        .\binding \name
        .type   \name, %function
        .weak   \handler        /* undefined in firmware that takes no samples */
\name:
.if \root
        .cfi_startproc
        .cfi_undefined lr
.endif
        sub     sp, sp, #SAMPLED_BYTES
        stm     sp, {r0-r7}
        add     r5, sp, #32
        stm     r5, {r8-r14}^
        sub     r0, lr, #4
        mrs     r1, spsr
        str     r0, [sp, #SAMPLED_PC]
        str     r1, [sp, #SAMPLED_CPSR]
        load_address r2, VALID_ALL
        and     r6, r1, #0x1f
        if_mode MODE_SYS, 2f
        if_mode MODE_USR, 2f
        if_mode \own_mode, 1f
        mrs     r3, cpsr
        store_bank MODE_SVC, \own_mode, 2f
        store_bank MODE_IRQ, \own_mode, 2f
        store_bank MODE_ABT, \own_mode, 2f
        store_bank MODE_UND, \own_mode, 2f
        store_bank MODE_FIQ, \own_mode, 2f
        b       4f
1:      stm     r5, {r8-r12}            /* FIQ in FIQ mode: these are not the user's */
4:      bic     r2, r2, #VALID_BANK
2:      str     r2, [sp, #SAMPLED_VALID]
        mov     r4, sp
        mov     r7, r12
        mov     r0, sp
        bic     sp, sp, #4
        bl      \handler
        mov     sp, r4
        clrex                           /* the interrupted code may be between LDREX and STREX */
        ldr     lr, [sp, #SAMPLED_PC]
        mov     r12, r7
.if \root == 0
        ldr     r1, [sp, #SAMPLED_CPSR]
        msr     spsr_cxsf, r1           /* here a register still proves what SPSR has */
.endif
        ldm     sp, {r0-r7}
        add     sp, sp, #SAMPLED_BYTES
        movs    pc, lr
.if \root
        .cfi_endproc
.endif
        .size   \name, . - \name
.endm

#endif
