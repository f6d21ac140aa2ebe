/* SPDX-License-Identifier: MIT */
/* Vectors and reset handler of the Cortex-A9 board. */
#include "startup.h"

        .syntax unified
        .arm
        .fpu    neon

        vector_table reset_handler

function reset_handler arm
        .cfi_undefined lr
        mrc     p15, 0, r0, c0, c0, 5 /* MPIDR: both processors of a dual-core board start here */
        ands    r0, r0, #3
        bne     2f
        load_address r0, board_vectors
        mcr     p15, 0, r0, c12, c0, 0 /* VBAR */
        enable_strict_alignment
        enable_fpu
        run_main
1:      b       1b
2:      wfi
        b       2b
end_function reset_handler
