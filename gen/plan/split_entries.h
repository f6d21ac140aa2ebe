/* SPDX-License-Identifier: MIT */
/*
 * Functions that are cheaper in several entries than in one with explicit rows: the way in before a
 * late prologue, a part put elsewhere.
 */
#ifndef GEN_PIECES_H
#define GEN_PIECES_H

#include "plan/planner.h"

/*
 * Plans the function at hand in pieces, each of which has a rule by which core is right everywhere,
 * if they take less than BYTES. False: nothing was planned.
 */
bool split_entries_plan(struct planner *planner, size_t bytes);

#endif
