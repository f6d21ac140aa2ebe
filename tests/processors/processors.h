/* SPDX-License-Identifier: MIT */
/* Shared by C and assembly. */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#define MODE_STACK_BYTES 1024
#define MAIN_STACK_BYTES 8192

/* The first processor sets go to this when memory is initialised. RAM does not start with it. */
#define PROCESSORS_GO 0x6f672121

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

/* What the code of the boards differs in: start_second.c, stop.c. */

/* Starts the other processors at others_reset, unless they start by themselves. */
void board_start_others(void);

/* Enables both stop interrupts of this processor. */
void board_stop_enable(void);

/* For bobbin_processors.stop: sends an IRQ at the first attempt, a FIQ at the second. */
bool board_stop(uint32_t number, uint32_t attempt);

enum { STOP_IRQ = 1, STOP_FIQ = 2 };

void others_reset(void);
void other_main(uint32_t number);

#endif
#endif
