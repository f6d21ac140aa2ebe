/* SPDX-License-Identifier: MIT */
/* Vectors and reset handler of the Cortex-A15 board. */
#include "startup.h"

        .syntax unified
        .arm
        .fpu    neon

        vector_table reset_handler

function reset_handler arm
        .cfi_undefined lr
        load_address r0, board_vectors
        mcr     p15, 0, r0, c12, c0, 0 /* VBAR */
        enable_strict_alignment
        enable_fpu
        run_main
1:      b       1b
end_function reset_handler
