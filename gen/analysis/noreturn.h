/* SPDX-License-Identifier: MIT */
/*
 * Finds which instructions can reach a return, and so which calls return. Together with fixpoint.h,
 * one iteration in two files (see fixpoint.c). For fixpoint.c, solve_regions.c and analysis.c.
 */
#ifndef GEN_ANALYSIS_NORETURN_H
#define GEN_ANALYSIS_NORETURN_H

#include "analysis/analysis.h"

/*
 * Lists the edges that do not depend on a state, and the edges from calls to their callees. The
 * targets become leaders. Marks the nodes with edges to code of other regions that is known to
 * return.
 */
void noreturn_prepare(struct analysis *analysis);

/*
 * Adds an edge from a node whose edges depend on its state. Does nothing if the edge is listed
 * already.
 */
void noreturn_add_edge(struct analysis *analysis, const struct node *from, struct node *to);

/*
 * NODE reaches RETURNS. Marks all nodes from
 * which NODE can be reached. Puts calls that return now, or that break more now, back into the
 * queue.
 */
void noreturn_mark(struct analysis *analysis, struct node *node, const struct returns *returns);

/*
 * An analysis_visitor that sets OWED of the nodes of a region. CONTEXT is the analysis. The states
 * of the region are final.
 */
void noreturn_owe(void *context, const struct node *node, const struct frame_path *before);

/* Stores what is owed at the entries of the current region, for the other regions. */
void noreturn_publish_owed(struct analysis *analysis);

#endif
