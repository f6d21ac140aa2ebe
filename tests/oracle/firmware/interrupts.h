/* SPDX-License-Identifier: MIT */
/*
 * Timer interrupts for programs that do not know of them. If the first word of the command line is
 * `interrupts`, a constructor starts the timer and removes that word from the program's command
 * line.
 *
 * The handler overwrites the words below the interrupted sp, so no live value can be there. Every
 * other interrupt runs a handler with the compiler's interrupt attribute.
 */
#ifndef ORACLE_INTERRUPTS_H
#define ORACLE_INTERRUPTS_H

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Called by both handlers in IRQ mode, on the IRQ stack. */
void interrupts_serve(void);

/* Interrupt handler; entered from the vector, not called. */
void interrupts_compiled_handler(void);

/* sp of User and System mode. Call from any other privileged mode. */
uint32_t interrupts_user_sp(void);

extern volatile uint32_t interrupts_count;
#endif

#endif
