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

/* What the code of the boards differs in: start_*.c, send_*.c. */

/* Starts the other processors at others_reset, unless they start by themselves. */
void board_start_others(void);

/* Sends INTERRUPT to processor NUMBER. */
void board_send(uint32_t number, uint32_t interrupt);

/* Software generated interrupts. All but STOP_FIQ are IRQs. */
enum { STOP_IRQ = 1, STOP_FIQ = 2, WORK_IRQ = 3 };

void others_reset(void);
void other_main(uint32_t number);

#endif
#endif
