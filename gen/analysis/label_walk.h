/* SPDX-License-Identifier: MIT */
/* Tells whether the code of a label looks like a function, before any state is known. */
#ifndef GEN_ANALYSIS_LABEL_WALK_H
#define GEN_ANALYSIS_LABEL_WALK_H

#include "analysis/graph.h"

/*
 * Whether the code to which NODE of the current region leads saves only r3-r11 and lr, and returns
 * or pops lr on some path. Exception handlers save other registers too, change the mode, or return
 * in another way.
 */
bool label_walk_returns(const struct analysis *analysis, const struct node *node);

#endif
