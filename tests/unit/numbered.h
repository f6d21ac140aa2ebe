/* SPDX-License-Identifier: MIT */
/* Tables whose rules say no more than their own number. */
#ifndef NUMBERED_H
#define NUMBERED_H

#include "world.h"

#define NUMBERED_RULES 600u

/* A table with RANGES and as many rules, but for rule 0, by which nothing is known. */
struct handmade numbered(const struct handmade_range *ranges, uint32_t ranges_count);

/* What the tables of WORLD say of ADDRESS, interrupted there: why there is no rule, or its NUMBER. */
enum bobbin_stop numbered_ask(const struct world *world, uint32_t address, uint32_t *number);

void numbered_expect_rule(const struct world *world, uint32_t address, uint32_t number);
void numbered_expect_stop(const struct world *world, uint32_t address, enum bobbin_stop expected);

#endif
