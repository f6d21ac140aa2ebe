/* SPDX-License-Identifier: MIT */
/* Records whole traces and compares them. */
#ifndef TRACED_H
#define TRACED_H

#include "world.h"

#define TRACED_MAX 400u

/* The cursor at the start of a trace and after each step. */
struct traced {
    struct bobbin_cursor frames[TRACED_MAX];
    uint32_t count;
};

/* Traces WORLD from PC to the stop. More than TRACED_MAX frames fail the test. */
void traced_run(struct world *world, uint32_t pc, struct traced *traced);

/* Fails the test at the first frame that differs. */
void traced_expect_same(const struct traced *got, const struct traced *expected);

#endif
