/* SPDX-License-Identifier: MIT */
/* Whole traces, to be compared with one another. */
#ifndef TRACED_H
#define TRACED_H

#include "world.h"

#define TRACED_MAX 400u

/* The cursor at the start of a trace, and as each step left it. */
struct traced {
    struct bobbin_cursor frames[TRACED_MAX];
    uint32_t count;
};

/* Traces WORLD from PC to the stop; more than TRACED_MAX frames fail the test. */
void traced_run(struct world *world, uint32_t pc, struct traced *traced);

/* Fails the test at the first frame that is not the same. */
void traced_expect_same(const struct traced *got, const struct traced *expected);

#endif
