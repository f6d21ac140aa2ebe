/* SPDX-License-Identifier: MIT */
#ifndef RTOS_INTERRUPTS_H
#define RTOS_INTERRUPTS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Starts the tick and the pulses. Interrupts are masked. With FIQ, pulses are FIQs that do nothing.
 * They come only where interrupts_aim says.
 */
void interrupts_start(bool fiq);

/*
 * Before a switch: the next FIQ comes some instructions later, each time one more, to interrupt the
 * switch at every instruction.
 */
void interrupts_aim(void);

/* Called by board_fiq_entry; calls interrupts_fired, which the tasks may define. */
void interrupts_fiq(void);
void interrupts_fired(void) __attribute__((weak));

extern volatile uint32_t interrupts_pulses; /* so many came */
extern volatile uint32_t interrupts_nested; /* of pulses and ticks, those in another handler */

/* Defined by the tasks: called for each second pulse, in the handler. */
void interrupts_pulsed(void);

#endif
