/* SPDX-License-Identifier: MIT */
/* Where blocks of a region begin, and which of them nobody called. */
#ifndef GEN_ANALYSIS_BLOCK_LEADERS_H
#define GEN_ANALYSIS_BLOCK_LEADERS_H

#include "analysis/graph.h"

/* Sets label, forced and leader of the nodes of the region at hand; but those to which its own edges lead are
   leaders by noreturn_prepare. */
void block_leaders_find(struct analysis *analysis);

#endif
