/* SPDX-License-Identifier: MIT */
/* What one instruction may do, as far as a point needs to know. */
#ifndef MUTANTS_EFFECTS_H
#define MUTANTS_EFFECTS_H

#include <capstone/capstone.h>

#include "points.h"

/* Fills POINT but for its address and size. IN_IT_BLOCK: it may be skipped though it does not say so. */
void effects_of(const cs_insn *decoded, bool in_it_block, struct point *point);

/* POINT, a jump, turns out to be a call: lr was set by the instruction before. */
void effects_make_call(struct point *point);

#endif
