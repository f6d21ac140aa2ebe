/* SPDX-License-Identifier: MIT */
/*
 * Where the vectors of undefined instructions and aborts branch to, and a reset vector entered by a
 * call through null. The registers are those of the interrupted code, except the banked ones; sp of
 * the exception's mode need not be set. Each entry ends in C on the crash stack and never returns.
 * Taking an undefined instruction leaves CPSR.A and F as they were, an abort F (ARM ARM, pseudocode
 * TakeUndefInstrException() and those after it): what is pending would enter here again in between,
 * onto the same crash stack and TPIDRPRW, so the first instruction masks all three.
 *
 * Not supported: handlers entered in Thumb state (SCTLR.TE) or big-endian (SCTLR.EE), Hyp and Monitor
 * mode, and two processors that crash at once, since there is one crash stack.
 */
#include "capture.h"

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

/* No exception was taken: mode, sp and lr are still the caller's. */
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
 * r4 PSR, r5 cause, r6 handler, r7 pc, lr: as the context shall have them; sp: the context. Without
 * access to cp10 even reading FPEXC is undefined, with FPEXC.EN clear or EX set d8-d15 are (ARM ARM
 * B1.11).
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
        blx     r6
        .cfi_endproc
        .size   bobbin_capture, . - bobbin_capture
