/* SPDX-License-Identifier: MIT */
/*
 * The edges of the control-flow graph: where an instruction continues. For the fixpoint iteration
 * and prescan.c.
 */
#ifndef GEN_ANALYSIS_CFG_EDGES_H
#define GEN_ANALYSIS_CFG_EDGES_H

#include "analysis/graph.h"

/*
 * Calls VISIT for each node to which NODE may jump within the frame. The next instruction is not
 * included (cfg_next). STATE holds before NODE.
 */
void cfg_targets(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state, cfg_visitor *visit, void *context);

/* Whether the targets of NODE are the same in each state. Then any STATE will do. */
bool cfg_is_static(const struct node *node);

/*
 * The label to which NODE jumps with the sp of another frame (a non-local goto of GCC). NULL if
 * there is none, or if it is unknown.
 */
struct node *cfg_other_frame(const struct analysis *analysis, const struct node *node,
                             const struct frame_state *state);

/* The next instruction, if NODE may continue there; otherwise NULL. */
struct node *cfg_next(const struct analysis *analysis, const struct node *node);

#endif
