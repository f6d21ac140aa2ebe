/* SPDX-License-Identifier: MIT */
/*
 * Constant returns: exception returns that go to a constant address, in another mode. Code uses
 * them as jumps. For cfg_nodes.c.
 */
#ifndef GEN_ANALYSIS_CONSTANT_RETURNS_H
#define GEN_ANALYSIS_CONSTANT_RETURNS_H

#include "analysis/graph.h"
#include "insn/link.h"

/*
 * If NODE, whose encoding is CODE, is an exception return to a constant, makes it a jump. LINK is
 * in lr. NODE is not yet in ANALYSIS.
 */
void constant_returns_find(struct analysis *analysis, struct node *node, const struct link *link,
                           uint32_t code);

#endif
