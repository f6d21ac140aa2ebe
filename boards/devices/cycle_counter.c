/* SPDX-License-Identifier: MIT */
/* The cycle counter of the performance monitors (ARM ARM B4.1.113, B4.1.116, B4.1.117). */
#include "board.h"
#include "port/armv7/cp15.h"

enum {
    PMCR_ENABLE_AND_RESET = 7, /* E, P and C */
};

#define PMCNTENSET_CYCLES (1u << 31)

void board_init_counter(void)
{
    cp15_write(PMCR_ENABLE_AND_RESET, 0, c9, c12, 0);
    cp15_write(PMCNTENSET_CYCLES, 0, c9, c12, 1);
}

uint32_t board_now(void)
{
    uint32_t cycles;

    cp15_read(cycles, 0, c9, c13, 0); /* PMCCNTR */
    return cycles;
}
