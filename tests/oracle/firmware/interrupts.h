/* SPDX-License-Identifier: MIT */
/*
 * Interrupts for programs that know nothing of them. When the command line has the word `interrupts`
 * first, a constructor starts the timer, and the program sees the command line without it.
 *
 * Whatever lies below the interrupted sp is overwritten: nothing of value can live there. Every other
 * interrupt is handled by a function that the compiler made an interrupt handler.
 */
#ifndef ORACLE_INTERRUPTS_H
#define ORACLE_INTERRUPTS_H

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Called in IRQ mode, on its stack, by both handlers. */
void interrupts_serve(void);

/* Entered like a vector. */
void interrupts_compiled_handler(void);

/* sp of User and System mode; from any other privileged one. */
uint32_t interrupts_user_sp(void);

extern volatile uint32_t interrupts_count;
#endif

#endif
