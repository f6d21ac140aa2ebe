/* SPDX-License-Identifier: MIT */
/*
 * The fixpoint iteration over the states of a region and between regions. Together with noreturn.h,
 * one iteration in two files (see fixpoint.c). For analysis.c and noreturn.c.
 */
#ifndef GEN_ANALYSIS_FIXPOINT_H
#define GEN_ANALYSIS_FIXPOINT_H

#include "analysis/graph.h"

/*
 * Makes REGION the current region and finds its states, from what is known of its entries so far.
 * Regions that depend on a result that changed are put into the queue.
 */
void fixpoint_region(struct analysis *analysis, uint32_t region);

/* Solves the regions in the queue until it is empty. */
void fixpoint_queue(struct analysis *analysis);

/* A state on an edge: STATE holds after FROM, on the way to a target in this or another region. */
struct arrival {
    struct analysis *analysis;
    const struct node *from;
    const struct frame_state *state;
};
void fixpoint_arrive_at(void *context, struct node *target);

/*
 * fixpoint_drain runs blocks until nothing changes in the current region. fixpoint_publish then
 * stores the results at the entries, for the other regions.
 */
void fixpoint_drain(struct analysis *analysis);
void fixpoint_publish(struct analysis *analysis);

/* Queues the block of NODE again, because its successors or the states that reach them changed. */
void fixpoint_requeue(struct analysis *analysis, struct node *node);

#endif
