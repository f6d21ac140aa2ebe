/* SPDX-License-Identifier: MIT */
/* What a step across an exception costs. */
#ifndef COST_H
#define COST_H

#include <stdint.h>

/* Entry code calls these: each unwinds from itself, and counts the step that crosses. */
void cost_of_call(void);
void cost_of_interrupt(void);

/* entry.S */
void cost_call(void);                        /* executes SVC */
void cost_user_registers(uint32_t sp_lr[2]); /* sp and lr of user mode; not for System mode */

#endif
