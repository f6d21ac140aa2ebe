/* SPDX-License-Identifier: MIT */
/*
 * The entry of both processors (Cortex-A9 MPCore TRM 1.3). The first one continues as on any board;
 * the second one waits for PAIR_GO.
 */
#include "pair.h"
#include "startup.h"

        .syntax unified
        .arm
        .fpu    neon

function pair_reset arm
        .cfi_undefined lr
        mrc     p15, 0, r0, c0, c0, 5   /* MPIDR */
        ands    r0, r0, #3
        beq     reset_handler
        load_address r1, pair_go
        load_address r2, PAIR_GO
1:      ldr     r0, [r1]
        cmp     r0, r2
        bne     1b
        load_address r0, board_vectors
        mcr     p15, 0, r0, c12, c0, 0  /* VBAR */
        enable_strict_alignment
        enable_fpu
        mode_stack MODE_FIQ, second_fiq_stack + PAIR_STACK_BYTES
        mode_stack MODE_SYS, second_stack + PAIR_STACK_BYTES
        bl      board_protect
        bl      board_init_counter
        bl      second_main
2:      b       2b
end_function pair_reset
