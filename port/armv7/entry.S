/* SPDX-License-Identifier: MIT */
/*
 * The vectors of undefined instructions and aborts branch to these entries. A reset handler that
 * was called through a null pointer branches to bobbin_null_call_entry. Each entry stores the
 * registers, calls C on the crash stack and never returns. sp of the exception's mode may be
 * uninitialised.
 *
 * The first instruction masks A, I and F. The processor masks only some of them: an undefined
 * instruction leaves CPSR.A and F unchanged, an abort leaves F unchanged (ARM ARM, pseudocode
 * TakeUndefInstrException() and the functions after it). A second exception would overwrite the
 * crash stack and TPIDRPRW.
 *
 * Not supported: handlers in Thumb state (SCTLR.TE), big-endian exceptions (SCTLR.EE), Monitor
 * mode. For Hyp mode see port/armv7-hyp. Without -DBOBBIN_PROCESSORS (capture.h), two processors
 * that crash at the same time share one crash stack, and their reports are wrong.
 */
#include "capture.h"
#include "processor_modes.h"

        .syntax unified
        .arm
        .fpu    vfpv3-d16
        .cfi_sections .debug_frame

        .section .text.bobbin_entry, "ax", %progbits
        .balign 4

.macro exception_entry name, cause
        .global \name
        .type   \name, %function
\name:
        .cfi_startproc
        .cfi_undefined lr
        cpsid   aif
        park_sp
        mov     r7, lr
        capture \cause, spsr, bobbin_exception
        .cfi_endproc
        .size   \name, . - \name
.endm

        exception_entry bobbin_undefined_entry, CAUSE_UNDEFINED
        exception_entry bobbin_prefetch_abort_entry, CAUSE_PREFETCH_ABORT
        exception_entry bobbin_data_abort_entry, CAUSE_DATA_ABORT

/* The processor took no exception here, so mode, sp and lr are still those of the caller. */
        .global bobbin_null_call_entry
        .type   bobbin_null_call_entry, %function
bobbin_null_call_entry:
        .cfi_startproc
        .cfi_undefined lr
        park_sp
        mov     r7, #0
        capture CAUSE_NULL_CALL, cpsr, bobbin_die
        .cfi_endproc
        .size   bobbin_null_call_entry, . - bobbin_null_call_entry

/*
 * Takes r4 = PSR, r5 = cause, r6 = handler, r7 = pc, lr for the context; sp points to the context.
 * If r6 is bobbin_processor_crash, r10 is the handler.
 * Stores d8-d15 only if the FPU is on. Reading FPEXC is undefined without access to cp10, and
 * reading d8-d15 is undefined if FPEXC.EN is clear or FPEXC.EX is set (ARM ARM B1.11).
 */
        .global bobbin_capture
        .type   bobbin_capture, %function
bobbin_capture:
        .cfi_startproc
        .cfi_undefined lr
        cpsid   aif
        mrc     p15, 0, r8, c13, c0, 4
        str     r8, [sp, #CONTEXT_SP]
        str     lr, [sp, #CONTEXT_LR]
        str     r7, [sp, #CONTEXT_PC]
        str     r4, [sp, #CONTEXT_CPSR]
        str     r5, [sp, #CONTEXT_CAUSE]
        mov     r8, #0
        str     r8, [sp, #CONTEXT_STATUS]
        str     r8, [sp, #CONTEXT_ADDRESS]
        str     r8, [sp, #CONTEXT_TEXT]
        load_address r9, CONTEXT_VALID_CORE

        mrs     r8, cpsr                @ in Hyp mode, HCPTR also controls access to cp10
        and     r8, r8, #0x1f
        cmp     r8, #MODE_HYP
        bne     2f
        mrc     p15, 4, r8, c1, c1, 2   @ HCPTR: TCP10 is bit 10, TCP11 bit 11
        tst     r8, #(3 << 10)
        bne     1f
2:
        mrc     p15, 0, r8, c1, c0, 2   @ CPACR: cp10 is 21:20, cp11 23:22; 01 or 11 is access
        and     r8, r8, #(5 << 20)
        cmp     r8, #(5 << 20)
        bne     1f
        vmrs    r8, fpexc
        and     r8, r8, #(3 << 30)
        cmp     r8, #(1 << 30)
        bne     1f
        add     r8, sp, #CONTEXT_D
        vstmia  r8, {d8-d15}
        orr     r9, r9, #CONTEXT_VALID_D
1:
        str     r9, [sp, #CONTEXT_VALID]
        mov     r0, sp
#if BOBBIN_PROCESSORS > 1
        mov     r1, r10
#endif
        blx     r6
        .cfi_endproc
        .size   bobbin_capture, . - bobbin_capture
