/* SPDX-License-Identifier: MIT */
/* Tables in which each rule encodes only its own number. */
#ifndef NUMBERED_H
#define NUMBERED_H

#include "world.h"

#define NUMBERED_RULES 600u

/*
 * A table with RANGES and NUMBERED_RULES rules from number 1 on. Rule 0 means that no rule is
 * known.
 */
struct handmade numbered(const struct handmade_range *ranges, uint32_t ranges_count);

/*
 * Looks up ADDRESS as an interrupted pc in the tables of WORLD. Returns the stop reason, or
 * BOBBIN_STOP_NONE and the rule NUMBER.
 */
enum bobbin_stop numbered_ask(const struct world *world, uint32_t address, uint32_t *number);

void numbered_expect_rule(const struct world *world, uint32_t address, uint32_t number);
void numbered_expect_stop(const struct world *world, uint32_t address, enum bobbin_stop expected);

#endif
