/* SPDX-License-Identifier: MIT */
/* How an instruction changes the frame state: the transfer function of the analysis. */
#ifndef GEN_ANALYSIS_TRANSFER_H
#define GEN_ANALYSIS_TRANSFER_H

#include "analysis/graph.h"

bool analysis_is_call(const struct node *node);

/*
 * The transfer function. Changes PATH from before NODE to before the next instruction, if NODE
 * continues there.
 */
void analysis_step(const struct analysis *analysis, const struct node *node,
                   struct frame_path *path);

/* Like analysis_step for a single STATE, under the condition that NODE is executed. */
void analysis_pass(const struct analysis *analysis, const struct node *node,
                   struct frame_state *state);

/*
 * The state in which NODE is executed. PATH holds before NODE. The result is a part of PATH, or
 * *SPARE.
 */
const struct frame_state *analysis_executed(const struct node *node, const struct frame_path *path,
                                            struct frame_state *spare);

/* The state after the call NODE has returned. PATH holds before NODE. */
struct frame_state analysis_after_call(const struct analysis *analysis, const struct node *node,
                                       const struct frame_path *path);

/*
 * Whether a call returns to the address after NODE: NODE itself, or a call by hand elsewhere. The
 * table is looked up at NODE then.
 */
bool analysis_is_returned_to(const struct node *node);

/* The state at the address after NODE, if a call returns there. PATH holds before NODE. */
struct frame_state analysis_returned(const struct analysis *analysis, const struct node *node,
                                     const struct frame_path *path);

#endif
