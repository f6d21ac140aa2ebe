/* SPDX-License-Identifier: MIT */
/* From which instructions a return from the frame can be reached, and so which calls come back. */
#ifndef GEN_ANALYSIS_NORETURN_H
#define GEN_ANALYSIS_NORETURN_H

#include "analysis/analysis.h"

/* Lists the edges that do not depend on a frame's state, and from calls to what they call; what they lead to is
   a leader. Marks what goes on in other regions that are known to return. */
void noreturn_prepare(struct analysis *analysis);

/* One more edge, from a node whose edges depend on its state, if it is not listed yet. */
void noreturn_add_edge(struct analysis *analysis, const struct node *from, struct node *to);

/* NODE has been seen to return, with the places of the mask BROKEN: spreads that backwards and queues the
   calls that come back now, or with less. */
void noreturn_mark(struct analysis *analysis, struct node *node, uint32_t broken);

/* For each node of a region whose states are final, an analysis_visitor of the analysis: sets OWED. */
void noreturn_owe(void *context, const struct node *node, const struct frame_path *before);

/* Tells other regions what is owed at the entries. */
void noreturn_publish_owed(struct analysis *analysis);

#endif
