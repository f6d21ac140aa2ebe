/* SPDX-License-Identifier: MIT */
/* Shared by C and assembly. */
#ifndef MADE_H
#define MADE_H

#include "port/armv7/processor_modes.h"

/* Values of r8-r12 in the bank of FIQ and in that of all other modes, and of lr. */
#define MADE_FIQ_R8  0xb8
#define MADE_USER_R8 0xa8
#define MADE_LR      0xae

#ifndef __ASSEMBLER__
#include <stdint.h>

/*
 * Sets r8-r12 of both banks, and lr of the mode in CPSR. Then enters ENTRY as the processor does
 * when an interrupt with the mode OWN_MODE interrupts code with CPSR, and returns after ENTRY has
 * returned to that code. CPSR has a privileged mode and ARM state. For System mode with all
 * interrupts masked.
 */
void made_interrupt(uint32_t own_mode, uint32_t cpsr, void (*entry)(void));

extern uint32_t made_sp;                   /* sp of the interrupted mode */
extern uint32_t made_after_fiq[5];         /* r8-r12 of FIQ after the return */
extern uint32_t made_after_user[5];        /* r8-r12 of the other modes */
extern const uint32_t made_interrupted[1]; /* the interrupted instruction */
#endif

#endif
