/* SPDX-License-Identifier: MIT */
/* Vectors at address 0 and reset handler of the Cortex-R5F board. */
#include "startup.h"

        .syntax unified
        .arm
        .fpu    vfpv3-d16

        vector_table reset_handler

/*
 * A call through a null pointer also enters here. A reset turns the MPU off, so if the MPU is on,
 * this is such a call. TPIDRPRW (ARM ARM B6.1.90) saves r0 during the check: the report needs the
 * caller's registers and stack unchanged. Only the flags are lost; their values are unused at a
 * call.
 */
function reset_handler arm
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
