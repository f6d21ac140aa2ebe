/* SPDX-License-Identifier: MIT */
#ifndef RTOS_INTERRUPTS_H
#define RTOS_INTERRUPTS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Starts the tick and the pulses. Interrupts are masked. With FIQ, pulses are FIQs that do nothing,
 * to interrupt the kernel at every instruction.
 */
void interrupts_start(bool fiq);

/* Called by board_fiq_entry. */
void interrupts_fiq(void);

extern volatile uint32_t interrupts_pulses; /* so many came */
extern volatile uint32_t interrupts_nested; /* of pulses and ticks, those in another handler */

/* Defined by the tasks: called for each second pulse, in the handler. */
void interrupts_pulsed(void);

#endif
