/* SPDX-License-Identifier: MIT */
/* What one instruction may do, as far as struct point records it. */
#ifndef MUTANTS_EFFECTS_H
#define MUTANTS_EFFECTS_H

#include <capstone/capstone.h>

#include "points.h"

/*
 * Fills POINT except for its address and size. IN_IT_BLOCK: the instruction may be skipped,
 * whatever its own condition.
 */
void effects_of(const cs_insn *decoded, bool in_it_block, struct point *point);

/* Makes the jump POINT a call, because the instruction before it set lr. */
void effects_make_call(struct point *point);

#endif
