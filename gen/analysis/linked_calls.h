/* SPDX-License-Identifier: MIT */
/*
 * Linked calls: jumps with a constant return address in lr. Compilers write them for processors
 * without BLX, and people in assembly. For cfg_nodes.c.
 */
#ifndef GEN_ANALYSIS_LINKED_CALLS_H
#define GEN_ANALYSIS_LINKED_CALLS_H

#include "analysis/graph.h"
#include "insn/link.h"

/* If NODE, with LINK in lr, is such a jump, makes it a call. NODE is not yet in ANALYSIS. */
void linked_calls_find(struct analysis *analysis, struct node *node, const struct link *link);

#endif
