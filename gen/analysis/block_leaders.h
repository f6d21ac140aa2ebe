/* SPDX-License-Identifier: MIT */
/*
 * Finds where the basic blocks of a region begin, and which code has no caller. For the fixpoint
 * iteration.
 */
#ifndef GEN_ANALYSIS_BLOCK_LEADERS_H
#define GEN_ANALYSIS_BLOCK_LEADERS_H

#include "analysis/graph.h"

/*
 * Sets LABEL, FORCED and LEADER of the nodes of the current region. Targets of edges within the
 * region become leaders later, in noreturn_prepare.
 */
void block_leaders_find(struct analysis *analysis);

#endif
