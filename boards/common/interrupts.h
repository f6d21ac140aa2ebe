/* SPDX-License-Identifier: MIT */
/* A board's interrupt controller, for its timers. */
#ifndef BOARD_INTERRUPTS_H
#define BOARD_INTERRUPTS_H

#include <stdbool.h>
#include <stdint.h>

/* INTERRUPT arrives from now on, as FIQ or as IRQ. */
void interrupts_enable(uint32_t interrupt, bool fiq);

#endif
