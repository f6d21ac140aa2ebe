/* SPDX-License-Identifier: MIT */
/*
 * The reference: at each instruction of an image, what its machine code implies of the frame, by
 * abstract interpretation over the control-flow graph of the whole image, a region at a time (regions.h).
 * Shares nothing with the core.
 *
 * Called functions, functions whose address is taken and functions that nothing else leads to start as the
 * procedure-call standard says (AAPCS32 6.2); all other code starts with what holds on the edges that lead
 * there. A call goes on behind itself once its callee has been seen to return.
 */
#ifndef GEN_ANALYSIS_ANALYSIS_H
#define GEN_ANALYSIS_ANALYSIS_H

#include "analysis/graph.h"

/* What FORCED has becomes the analysis's. STATUS_... */
int analysis_run(struct analysis *analysis, const struct image *image,
                 const struct forced_contexts *forced);
void analysis_free(struct analysis *analysis);

/*
 * Makes SHARE another look at what OF, which has run, has found, with a region at hand of its own: of several, each may
 * be at another region at the same time.
 */
void analysis_share(struct analysis *share, const struct analysis *of);
void analysis_free_share(struct analysis *share);

/* PATH, which holds before NODE, becomes what holds before the next instruction, if NODE goes on there. */
void analysis_step(const struct analysis *analysis, const struct node *node,
                   struct frame_path *path);

bool analysis_is_call(const struct node *node);

/* The same for a STATE in which NODE is executed. */
void analysis_pass(const struct analysis *analysis, const struct node *node,
                   struct frame_state *state);

/* The state in which NODE is executed, when PATH holds before it. */
struct frame_state analysis_executed(const struct node *node, const struct frame_path *path);

/* What holds when the call NODE comes back, when PATH holds before it. */
struct frame_state analysis_after_call(const struct analysis *analysis, const struct node *node,
                                       const struct frame_path *path);

/* Whether an instruction ends where NODE starts: only then can a call return to it. */
bool analysis_follows(const struct analysis *analysis, const struct node *node);

/* Calls VISIT for each instruction in ascending order, with what holds before it; NULL when not reached. */
typedef void analysis_visitor(void *context, const struct node *node,
                              const struct frame_path *before);
void analysis_visit(const struct analysis *analysis, analysis_visitor *visit, void *context);

/* The same up to the end of the region in which *DONE becomes true. */
void analysis_visit_until(const struct analysis *analysis, analysis_visitor *visit, void *context,
                          const bool *done);

/* The same for one region, which is at hand then. */
void analysis_solve_region(struct analysis *analysis, uint32_t region, analysis_visitor *visit,
                           void *context);

#endif
