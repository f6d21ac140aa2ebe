/* SPDX-License-Identifier: MIT */
/* States carried along the edges of a region until nothing changes, and from there to other regions. */
#ifndef GEN_ANALYSIS_FIXPOINT_H
#define GEN_ANALYSIS_FIXPOINT_H

#include "analysis/graph.h"

/* Makes REGION the region at hand and finds its states, as far as is known what comes in. What others want to
   know of it they are told: they are in the queue then. */
void fixpoint_region(struct analysis *analysis, uint32_t region);

/* The same for the regions in the queue, until it is empty. */
void fixpoint_queue(struct analysis *analysis);

/* What NODE leaves is STATE at some place more, of the region at hand or not. */
struct arrival {
    struct analysis *analysis;
    const struct node *from;
    const struct frame_state *state;
};
void fixpoint_arrive_at(void *context, struct node *target);

/* Until nothing changes in the region at hand; then others are told. */
void fixpoint_drain(struct analysis *analysis);
void fixpoint_publish(struct analysis *analysis);

/* Runs the block that NODE is in once more: what is known about where it goes has changed. */
void fixpoint_requeue(struct analysis *analysis, struct node *node);

#endif
