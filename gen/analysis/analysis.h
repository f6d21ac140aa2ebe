/* SPDX-License-Identifier: MIT */
/*
 * The analysis: what the machine code of an image implies for the frame at each instruction. It is
 * an abstract interpretation over the control-flow graph of the whole image, one region at a time
 * (regions.h). The stages reference, plan and prove read the result. The analysis shares nothing
 * with the core.
 *
 * A function starts with the state of the procedure-call standard (AAPCS32 6.2) if it is called, if
 * its address is taken, or if nothing else leads to it. All other code starts with the join of the
 * states on the edges that lead to it. The instruction after a call is reached once a return of the
 * callee is found.
 */
#ifndef GEN_ANALYSIS_ANALYSIS_H
#define GEN_ANALYSIS_ANALYSIS_H

#include "analysis/graph.h"

/* Analyses IMAGE. ANALYSIS takes ownership of the contents of FORCED. Returns STATUS_... */
int analysis_run(struct analysis *analysis, const struct image *image,
                 const struct forced_contexts *forced, const struct row_options *options);
void analysis_free(struct analysis *analysis);

/*
 * Makes SHARE a second view of the finished analysis OF, with a current region of its own. Several
 * threads may each use a share at the same time. OF must outlive SHARE.
 */
void analysis_share(struct analysis *share, const struct analysis *of);
void analysis_free_share(struct analysis *share);

/* Whether NODE of the current region, which is solved, is padding that nothing executes. */
static inline bool analysis_is_filler(const struct node *node)
{
    return node->filler && !node_has_state(node);
}

/* Whether any rule is right for NODE, because nothing executes it and nothing refers to it. */
static inline bool analysis_needs_no_rule(const struct node *node)
{
    return analysis_is_filler(node) && !node->doubtful;
}

/* Whether an instruction ends where NODE starts. Only then can a call return to NODE. */
bool analysis_follows(const struct analysis *analysis, const struct node *node);

/*
 * Calls VISIT for each instruction in ascending order. BEFORE holds before the instruction; NULL if
 * no path reaches it. This solves each region once more: see analysis_solve_region.
 */
typedef void analysis_visitor(void *context, const struct node *node,
                              const struct frame_path *before);
void analysis_visit(const struct analysis *analysis, analysis_visitor *visit, void *context);

/* Like analysis_visit, but stops after the region in which *DONE becomes true. */
void analysis_visit_until(const struct analysis *analysis, analysis_visitor *visit, void *context,
                          const bool *done);

/*
 * Like analysis_visit, but solves only the regions for whose COUNT instructions, from NODE on,
 * WANTS is true. In all other regions BEFORE is NULL.
 */
typedef bool analysis_filter(const void *context, const struct node *node, size_t count);
void analysis_visit_where(const struct analysis *analysis, analysis_filter *wants,
                          analysis_visitor *visit, void *context);

/*
 * Makes REGION the current region, solves it again, and calls VISIT for each of its instructions.
 *
 * A region is solved again each time, because its states are not kept in memory: each state has
 * about 1 KiB, and a large image has one for each of its basic blocks. Only what regions know of
 * each other is kept, at their entries, so solving one needs no other region. Each pass over the
 * image pays for this: building the reference, planning, proving, and each analysis_visit() solve
 * all regions once more.
 */
void analysis_solve_region(struct analysis *analysis, uint32_t region, analysis_visitor *visit,
                           void *context);

#endif
