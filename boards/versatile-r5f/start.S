/* SPDX-License-Identifier: MIT */
/* Reset and vectors, at address 0, of a Cortex-R5F. */
#include "startup.h"

        .syntax unified
        .arm
        .fpu    vfpv3-d16

        vector_table reset_handler

        .section .text.reset_handler, "ax", %progbits
        .balign 4
/*
 * The reset vector is also where a call through null arrives. A reset turns the MPU off, so when it is
 * on there was none. TPIDRPRW (ARM ARM B6.1.90) keeps r0 meanwhile: the caller's registers and its
 * stack must reach the report as they were; only the flags, dead at a call, are lost.
 */
function reset_handler
        .cfi_undefined lr
        mcr     p15, 0, r0, c13, c0, 4
        mrc     p15, 0, r0, c1, c0, 0 /* SCTLR */
        tst     r0, #SCTLR_M
        mrc     p15, 0, r0, c13, c0, 4
        bne     bobbin_null_call_entry
        enable_strict_alignment
        enable_fpu
        run_main
1:      b       1b
end_function reset_handler
