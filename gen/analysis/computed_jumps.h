/* SPDX-License-Identifier: MIT */
/*
 * Computed jumps that no table explains: they may go to any block of their function that nothing
 * else leads to. For fixpoint.c, solve_regions.c and analysis.c.
 */
#ifndef GEN_ANALYSIS_COMPUTED_JUMPS_H
#define GEN_ANALYSIS_COMPUTED_JUMPS_H

#include "analysis/graph.h"

/*
 * Assumes targets for all computed jumps, and solves the regions again. All other code is solved.
 */
void computed_jumps_enter(struct analysis *analysis);

/* NODE is a computed jump in state BEFORE: carries the state to the targets that were assumed. */
void computed_jumps_follow(struct analysis *analysis, struct node *node,
                           const struct frame_state *before);

/* Records whether the current region needs computed_jumps_enter. */
void computed_jumps_note(struct analysis *analysis);

#endif
