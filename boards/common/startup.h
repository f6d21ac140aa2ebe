/* SPDX-License-Identifier: MIT */
/*
 * For assembly only, ARM state: what a reset handler does on any ARMv7 board, as macros, so that it all
 * stands in one function, the root of every trace. r0 is scratch.
 *
 *     vector_table RESET          the eight vectors. They have no CFI: there lr is no return address
 *                                 and sp is another bank's, so none of the usual rules is true
 *     enable_strict_alignment     unaligned accesses fault; exceptions are taken in ARM state, at the
 *                                 vectors of VBAR or at 0
 *     enable_fpu                  for all modes
 *     run_main                    a stack for each mode, then C; does not come back
 */
/* clang-format off */
#ifndef BOARD_STARTUP_H
#define BOARD_STARTUP_H

#include "port/armv7/load_address.h"

/* CPSR mode numbers (ARM ARM B1.3.1). */
#define MODE_FIQ 0x11
#define MODE_IRQ 0x12
#define MODE_SVC 0x13
#define MODE_ABT 0x17
#define MODE_UND 0x1b
#define MODE_SYS 0x1f

/* SCTLR (ARM ARM B4.1.130, B6.1.94). */
#define SCTLR_M  (1 << 0)
#define SCTLR_A  (1 << 1)
#define SCTLR_V  (1 << 13)
#define SCTLR_TE (1 << 30)

#define CPACR_CP10_CP11 0x00f00000
#define FPEXC_EN        0x40000000

/* clang-format off */

/* By default .cfi directives make .eh_frame, which is loaded to the target. */
        .cfi_sections .debug_frame

.macro function name
        .global \name
        .type   \name, %function
\name:
        .cfi_startproc
.endm

.macro end_function name
        .cfi_endproc
        .size   \name, . - \name
.endm

.macro vector_table reset
        .section .vectors, "ax", %progbits
        .balign 32
        .global board_vectors
        .type   board_vectors, %function
board_vectors:
        b       \reset
        b       bobbin_undefined_entry
        b       board_svc_entry
        b       bobbin_prefetch_abort_entry
        b       bobbin_data_abort_entry
        nop
        b       board_irq_entry
        b       board_fiq_entry
        .size   board_vectors, . - board_vectors
.endm

.macro enable_strict_alignment
        mrc     p15, 0, r0, c1, c0, 0
        orr     r0, r0, #SCTLR_A
        bic     r0, r0, #SCTLR_V
        bic     r0, r0, #SCTLR_TE
        mcr     p15, 0, r0, c1, c0, 0
        isb
.endm

.macro enable_fpu
        mrc     p15, 0, r0, c1, c0, 2
        orr     r0, r0, #CPACR_CP10_CP11
        mcr     p15, 0, r0, c1, c0, 2
        isb
        mov     r0, #FPEXC_EN
        vmsr    fpexc, r0
.endm

.macro mode_stack mode, top
        cps     #\mode
        load_address r0, \top
        mov     sp, r0
.endm

/*
 * Main runs in System mode, where no exception overwrites its lr. Sections come before protection:
 * that fills tables in .bss.
 */
.macro run_main
        mode_stack MODE_FIQ, __stack_fiq_high
        mode_stack MODE_IRQ, __stack_irq_high
        mode_stack MODE_SVC, __stack_svc_high
        mode_stack MODE_ABT, __stack_abt_high
        mode_stack MODE_UND, __stack_und_high
        mode_stack MODE_SYS, __stack_main_high
        bl      board_init_sections
        bl      board_protect
        bl      board_init_uart
        bl      board_init_counter
        cpsie   a
        bl      __libc_init_array
        bl      main
        bl      exit
.endm

#endif
