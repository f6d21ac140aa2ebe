/* SPDX-License-Identifier: MIT */
/* What the processors do. */
#ifndef WORK_H
#define WORK_H

#include <stdbool.h>
#include <stdint.h>

enum { ROUNDS = 1000 / (BOBBIN_PROCESSORS * BOBBIN_PROCESSORS) };

struct work_plan {
    uint32_t crashing, irq_masked, all_masked, in_handler; /* bit N: processor N */
    bool faults_inside;
    uint32_t rounds; /* if not 0: of calls of bobbin_fault */
};
extern struct work_plan plan;

/* Calls itself DEPTH times. Each processor has another depth, so their traces differ. */
void work(uint32_t number, uint32_t depth);

/* The same without a call of itself, in the handler of WORK_IRQ. */
void work_in_handler(uint32_t number);

/* All CRASHING processors call bobbin_fault at the same time, again and again, and each of these
   faults must be in one report. Ends the emulation. */
void work_rounds(uint32_t number);

#endif
