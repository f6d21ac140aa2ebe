/* SPDX-License-Identifier: MIT */
/*
 * The targets of jumps through tables, and of computed gotos: tables of addresses, of distances, or
 * of branches, and labels whose address is used. For cfg_edges.c and cfg_returns.c.
 */
#ifndef GEN_ANALYSIS_JUMP_TABLES_H
#define GEN_ANALYSIS_JUMP_TABLES_H

#include "analysis/graph.h"

/* Visits the targets of NODE, which has FLOW_TABLE. */
void jump_tables_visit(const struct analysis *analysis, const struct node *node, cfg_visitor *visit,
                       void *context);

/* Whether NODE, which has FLOW_TABLE, names its table by registers: the table may be anywhere. */
bool jump_tables_is_anywhere(const struct node *node);

/* Visits the targets in the table of distances that stands before the indirect jump NODE. */
void jump_tables_visit_distances(const struct analysis *analysis, const struct node *node,
                                 cfg_visitor *visit, void *context);

/* Whether there is such a table. It has all targets of NODE. */
bool jump_tables_has_distances(const struct analysis *analysis, const struct node *node);

/*
 * Visits the labels of the function of NODE whose address is in memory or is built by instructions.
 * A computed goto may go to each of them.
 */
void jump_tables_visit_labels(const struct analysis *analysis, const struct node *node,
                              cfg_visitor *visit, void *context);

#endif
