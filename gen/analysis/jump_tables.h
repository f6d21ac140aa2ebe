/* SPDX-License-Identifier: MIT */
/*
 * The targets of jumps through tables, and of computed gotos: tables of addresses, of distances, or
 * of branches, and labels whose address is used. For cfg_edges.c and cfg_returns.c.
 */
#ifndef GEN_ANALYSIS_JUMP_TABLES_H
#define GEN_ANALYSIS_JUMP_TABLES_H

#include "analysis/graph.h"

struct extent {
    uint32_t start, end;
};

static inline bool extent_has(const struct extent *extent, uint32_t address)
{
    return address >= extent->start && address < extent->end;
}

/* The function of NODE. If no symbol names it: the code between the functions before and after. */
struct extent jump_tables_extent(const struct analysis *analysis, const struct node *node);

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

/*
 * Whether code before the indirect jump NODE loads the address of such a label, or of a table of
 * them: LDR rA, =table; LDR rA, [rA, rB, LSL #2]; BX rA. Then NODE is a computed goto, and no tail
 * call. The address in lr, LINK, does not count: a callee returns there.
 */
bool jump_tables_has_labels(const struct analysis *analysis, const struct node *node,
                            struct value link);

#endif
