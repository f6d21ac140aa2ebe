/* SPDX-License-Identifier: MIT */
/* Vectors and reset handler of the Cortex-A15 board in Hyp mode. */
#include "startup.h"

        .syntax unified
        .arm
        .fpu    neon

        vector_table reset_handler, bobbin_hyp

function reset_handler arm
        .cfi_undefined lr
        load_address r0, board_vectors
        mcr     p15, 4, r0, c12, c0, 0 /* HVBAR */
        mrc     p15, 4, r0, c1, c0, 0  /* HSCTLR */
        orr     r0, r0, #SCTLR_A
        bic     r0, r0, #SCTLR_TE
        mcr     p15, 4, r0, c1, c0, 0
        isb
        enable_fpu
        load_address r0, __stack_main_high
        mov     sp, r0
        run_c
1:      b       1b
end_function reset_handler
