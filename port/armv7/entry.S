/* SPDX-License-Identifier: MIT */
/*
 * The vectors of undefined instructions and aborts branch to these entries. A reset handler that
 * was called through a null pointer branches to bobbin_null_call_entry. Each entry stores the
 * registers, calls C on the crash stack and never returns. sp of the exception's mode may be
 * uninitialised. A fault inside a report goes on below the frames of that report (capture.S).
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

        .syntax unified
        .arm
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
        park
        mov     r0, #\cause
        b       bobbin_capture_exception
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
        mask_and_park_call
        mov     r0, #CAUSE_NULL_CALL
        load_address r1, bobbin_die
        mov     r2, #0
        b       bobbin_capture_call
        .cfi_endproc
        .size   bobbin_null_call_entry, . - bobbin_null_call_entry
