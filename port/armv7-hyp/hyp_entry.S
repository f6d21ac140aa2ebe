/* SPDX-License-Identifier: MIT */
/*
 * Entries for the vectors of Hyp mode, for firmware that runs in Hyp mode itself: an undefined
 * instruction, a prefetch abort or a data abort in Hyp mode (ARM ARM B1.8.1, vectors 0x04, 0x0c and
 * 0x10 of HVBAR). The exception changes no general register: sp and lr are those of the interrupted
 * code, and ELR_hyp is the address of its instruction (B1.8.3).
 */
#include "../armv7/capture.h"

        .syntax unified
        .arm
        .arch_extension virt
        .cfi_sections .debug_frame

.macro hyp_entry name, cause
        .section .text.\name, "ax", %progbits
        .balign 4
        .global \name
        .type   \name, %function
\name:
        .cfi_startproc
        .cfi_undefined lr
        cpsid   aif
        park
        mov     r0, #\cause
        load_address r1, bobbin_hyp_exception
        mrs     r2, elr_hyp
        mrs     lr, spsr
        b       bobbin_capture
        .cfi_endproc
        .size   \name, . - \name
.endm

        hyp_entry bobbin_hyp_undefined_entry, CAUSE_UNDEFINED
        hyp_entry bobbin_hyp_prefetch_abort_entry, CAUSE_PREFETCH_ABORT
        hyp_entry bobbin_hyp_data_abort_entry, CAUSE_DATA_ABORT
