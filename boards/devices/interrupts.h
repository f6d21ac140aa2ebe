/* SPDX-License-Identifier: MIT */
/* The interrupt controller of a board, for its timer code. */
#ifndef BOARD_INTERRUPTS_H
#define BOARD_INTERRUPTS_H

#include <stdbool.h>
#include <stdint.h>

/* Enables interrupt number INTERRUPT, as FIQ or as IRQ. */
void interrupts_enable(uint32_t interrupt, bool fiq);

#endif
