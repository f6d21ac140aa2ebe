/* SPDX-License-Identifier: MIT */
/*
 * The parts of a reset handler for all ARMv7 boards. For assembly only, ARM state. They are macros,
 * so that the whole reset handler is one function, the outermost function of traces. They use r0.
 *
 *     vector_table RESET [ENTRIES]
 *                                 the eight vectors, to the port's entries of that name; without
 *                                 CFI: lr is no return address here, and sp is banked, so no unwind
 *                                 rule applies
 *     leave_hyp                   continues in Supervisor mode if the processor is in Hyp mode; any
 *                                 exception to Hyp mode enters the same vectors
 *     enable_strict_alignment     unaligned accesses fault; exceptions are taken in ARM state,
 *                                 at VBAR or at address 0
 *     enable_fpu                  for all modes
 *     run_main                    sets a stack for each mode, then runs C; does not return
 *     run_c                       runs C in the current mode, on its stack; does not return
 */
/* clang-format off */
#ifndef BOARD_STARTUP_H
#define BOARD_STARTUP_H

#include "function.h"
#include "port/armv7/load_address.h"

/* CPSR mode numbers (ARM ARM B1.3.1). */
#define MODE_FIQ 0x11
#define MODE_IRQ 0x12
#define MODE_SVC 0x13
#define MODE_ABT 0x17
#define MODE_UND 0x1b
#define MODE_SYS 0x1f

#define MODE_HYP 0x1a
#define MODE_MASK 0x1f

#define CPSR_MASKED 0x1c0 /* A, I, F */

/* SCTLR (ARM ARM B4.1.130, B6.1.94). */
#define SCTLR_M  (1 << 0)
#define SCTLR_A  (1 << 1)
#define SCTLR_V  (1 << 13)
#define SCTLR_TE (1 << 30)

#define CPACR_CP10_CP11 0x00f00000
#define FPEXC_EN        0x40000000

/* clang-format off */

.macro vector_table reset, entries=bobbin
        .section .vectors, "ax", %progbits
        .balign 32
        .global board_vectors
        .type   board_vectors, %function
board_vectors:
        b       \reset
        b       \entries\()_undefined_entry
        b       board_svc_entry
        b       \entries\()_prefetch_abort_entry
        b       \entries\()_data_abort_entry
        nop
        b       board_irq_entry
        b       board_fiq_entry
        .size   board_vectors, . - board_vectors
.endm

/* ERET, in Hyp mode, goes to ELR_hyp with the CPSR of SPSR_hyp. */
.macro leave_hyp
        mrs     r0, cpsr
        and     r0, r0, #MODE_MASK
        cmp     r0, #MODE_HYP
        bne     9f
        load_address r0, board_vectors
        mcr     p15, 4, r0, c12, c0, 0 /* HVBAR */
        load_address r0, (CPSR_MASKED | MODE_SVC)
        msr     spsr_cxsf, r0
        load_address r0, 9f
        msr     elr_hyp, r0
        eret
9:
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
 * main runs in System mode, where no exception overwrites its lr. board_init_sections comes first,
 * because board_protect fills tables in .bss.
 */
.macro run_main
        mode_stack MODE_FIQ, __stack_fiq_high
        mode_stack MODE_IRQ, __stack_irq_high
        mode_stack MODE_SVC, __stack_svc_high
        mode_stack MODE_ABT, __stack_abt_high
        mode_stack MODE_UND, __stack_und_high
        mode_stack MODE_SYS, __stack_main_high
        run_c
.endm

.macro run_c
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
