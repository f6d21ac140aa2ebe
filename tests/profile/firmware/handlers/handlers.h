/* SPDX-License-Identifier: MIT */
/*
 * Code that runs in interrupts: the producer of lines and the samplers. It is compiled without
 * floating-point registers.
 */
#ifndef HANDLERS_H
#define HANDLERS_H

#include <stdbool.h>
#include <stdint.h>

#include <bobbin/sampler.h>

enum { LINE_MAX = 48, QUEUE_LINES = 16 };

/* ---- the producer: a line each few ticks, as a UART would ----------------------------------- */

void producer_start(uint32_t period_microseconds, uint32_t lines);
void producer_tick(void);

/* Whether a line is in the queue, or the last one was taken. */
bool producer_ready(void);

/* Copies the next line to OUT. Returns false after the last line. */
bool producer_take(char out[LINE_MAX]);

/* Lines lost because the queue was full, and a checksum of the others. */
extern volatile uint32_t producer_lost, producer_checksum;

/* ---- the samplers --------------------------------------------------------------------------- */

enum sampling { SAMPLING_NONE, SAMPLING_IRQ, SAMPLING_FIQ, SAMPLING_BOTH };

struct sampling_options {
    enum sampling kind; /* BOTH: FIQ by the sampling timer, IRQ with every system tick */
    uint32_t period_ticks, jitter_ticks;
    uint32_t memory_bytes, ring, costs, cost_max, run;
};

/* Opens profile and samplers. Returns false if OPTIONS are invalid. */
bool sampling_open(const struct sampling_options *options);
void sampling_start(void);
void sampling_stop(void);

extern struct bobbin_profile sampling_profile;

#endif
