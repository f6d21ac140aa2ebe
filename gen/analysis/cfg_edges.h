/* SPDX-License-Identifier: MIT */
/* Where an instruction goes: the edges of the control-flow graph. */
#ifndef GEN_ANALYSIS_CFG_EDGES_H
#define GEN_ANALYSIS_CFG_EDGES_H

#include "analysis/graph.h"

typedef void cfg_visitor(void *context, struct node *target);

/* Calls VISIT for each place that NODE may go on to in the same frame, besides the next instruction.
   STATE is the one before NODE. */
void cfg_targets(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state, cfg_visitor *visit, void *context);

/* Whether the targets of NODE do not depend on the state: STATE may then be any. */
bool cfg_is_static(const struct node *node);

/*
 * For a computed jump whose targets are not known: the instructions behind it that nothing leads to. That is
 * what an unrolled loop entered in the middle looks like (__udivsi3).
 */
void cfg_computed_targets(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state, cfg_visitor *visit, void *context);

/* Whether NODE is such a jump. */
bool cfg_is_computed(const struct analysis *analysis, const struct node *node,
                     const struct frame_state *state);

/* Where NODE goes with the sp of another frame, if that is known: a label of the function whose frame it is
   (GCC's non-local goto). NULL when not. */
struct node *cfg_other_frame(const struct analysis *analysis, const struct node *node,
                             const struct frame_state *state);

/* The next instruction, if NODE may go on there; NULL when not. */
struct node *cfg_next(const struct analysis *analysis, const struct node *node);

/* Whether NODE in STATE goes back to the caller, itself or by a tail call to who knows where. */
bool cfg_returns(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state);

/* What the caller of a NODE that returns gets back: a bit a place, and FRAME_SP_RESTORED. */
uint32_t cfg_restored(const struct analysis *analysis, const struct node *node,
                      const struct frame_state *state);

#endif
