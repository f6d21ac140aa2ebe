/* SPDX-License-Identifier: MIT */
/* Crashes with known registers, and the way back after them. */
#ifndef LOSS_PROVOKE_H
#define LOSS_PROVOKE_H

#include <stdint.h>

/*
 * Calls FUNCTION in System mode on the Supervisor stack, with known registers. Returns after
 * loss_return, which every mode may call.
 */
void loss_run(void (*function)(void));
void loss_return(void) __attribute__((noreturn));

/* Crash with known registers: an undefined instruction, a store to no memory, a call of abort, an
   undefined instruction with this sp. */
void loss_undefined(void);
void loss_data(void);
void loss_abort(void);
void loss_wild_sp(uint32_t sp);

/* Enters the handler of data aborts as an asynchronous abort does, with this DFSR. */
void loss_imprecise(uint32_t dfsr);

/* Undefined instructions, as ARM and as Thumb code. */
extern const uint8_t loss_undefined_arm[], loss_undefined_thumb[];

/* The handlers of FIQ and IRQ call this; it may change where they return to. */
void loss_interrupt(uint32_t *pc, uint32_t *cpsr);

#endif
