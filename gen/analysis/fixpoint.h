/* SPDX-License-Identifier: MIT */
/*
 * The fixpoint iteration over the states of a region. Together with noreturn.h, one iteration in
 * two files (see fixpoint.c). For solve_regions.c, noreturn.c, and files that let states arrive.
 */
#ifndef GEN_ANALYSIS_FIXPOINT_H
#define GEN_ANALYSIS_FIXPOINT_H

#include "analysis/graph.h"

/* A state on an edge: STATE holds after FROM, on the way to a target in this or another region. */
struct arrival {
    struct analysis *analysis;
    const struct node *from;
    const struct frame_state *state;
};
void fixpoint_arrive_at(void *context, struct node *target);

/* STATE arrives at NODE, of the current region or an outside node. */
void fixpoint_arrive(struct analysis *analysis, struct node *node, const struct frame_state *state);

/* Runs blocks until nothing changes in the current region. */
void fixpoint_drain(struct analysis *analysis);

/* Queues the block of NODE again, because its successors or the states that reach them changed. */
void fixpoint_requeue(struct analysis *analysis, struct node *node);

#endif
