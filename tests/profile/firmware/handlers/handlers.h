/* SPDX-License-Identifier: MIT */
/* What runs in interrupts: the producer of lines, and the samplers. Compiled without floating-point registers. */
#ifndef HANDLERS_H
#define HANDLERS_H

#include <stdbool.h>
#include <stdint.h>

#include <bobbin/sampler.h>

enum { LINE_MAX = 48, QUEUE_LINES = 16 };

/* ---- the producer: a line each few ticks, as a UART would ----------------------------------- */

void producer_start(uint32_t period_microseconds, uint32_t lines);
void producer_tick(void);

/* Whether there is a line, or will never be another one. */
bool producer_ready(void);

/* Copies the next line to OUT; false: there was none and there will be none. */
bool producer_take(char out[LINE_MAX]);

/* Lines that found the queue full, and a checksum of those that did not. */
extern volatile uint32_t producer_lost, producer_checksum;

/* ---- the samplers --------------------------------------------------------------------------- */

enum sampling { SAMPLING_NONE, SAMPLING_IRQ, SAMPLING_FIQ, SAMPLING_BOTH };

struct sampling_options {
    enum sampling kind; /* both: the FIQ by its timer, and an IRQ with every tick */
    uint32_t period_ticks, jitter_ticks;
    uint32_t memory_bytes, ring, costs, cost_max, run;
};

/* Opens what OPTIONS want. False: it cannot be. */
bool sampling_open(const struct sampling_options *options);
void sampling_start(void);
void sampling_stop(void);

extern struct bobbin_profile sampling_profile;

#endif
