/* SPDX-License-Identifier: MIT */
/* From which instructions a return from the frame can be reached, and so which calls come back. */
#ifndef GEN_RETURNS_H
#define GEN_RETURNS_H

#include "analysis.h"

/* Lists the edges that do not depend on a frame's state, and from calls to what they call. */
void returns_prepare(struct analysis *analysis);

/* One more edge, from a node whose edges depend on its state, if it is not listed yet. */
void returns_add_edge(struct analysis *analysis, const struct node *from, const struct node *to);

/* NODE has been seen to return, with the places of the mask BROKEN: spreads that backwards and queues the
   calls that come back now, or with less. */
void returns_mark(struct analysis *analysis, struct node *node, uint32_t broken);

/* Sets OWED of all nodes, once all states are final. */
void returns_find_owed(struct analysis *analysis);

#endif
