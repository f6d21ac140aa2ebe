/* SPDX-License-Identifier: MIT */
/*
 * The edges of the control-flow graph: where an instruction continues, and whether it returns. For
 * the fixpoint iteration and prescan.c.
 */
#ifndef GEN_ANALYSIS_CFG_EDGES_H
#define GEN_ANALYSIS_CFG_EDGES_H

#include "analysis/graph.h"
#include "frame/frame_call.h"

typedef void cfg_visitor(void *context, struct node *target);

/*
 * Calls VISIT for each node to which NODE may jump within the frame. The next instruction is not
 * included (cfg_next). STATE holds before NODE.
 */
void cfg_targets(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state, cfg_visitor *visit, void *context);

/* Whether the targets of NODE are the same in each state. Then any STATE will do. */
bool cfg_is_static(const struct node *node);

/* The value that NODE writes to pc, if NODE has FLOW_INDIRECT or FLOW_LOADED. */
struct value cfg_pc_value(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state);

/* Whether a table of distances stands before the computed jump NODE. It has all targets of NODE. */
bool cfg_has_distance_table(const struct analysis *analysis, const struct node *node);

/* Whether NODE is a computed jump: a table jump, or an indirect jump that is no return. */
bool cfg_is_computed(const struct analysis *analysis, const struct node *node,
                     const struct frame_state *state);

/*
 * The label to which NODE jumps with the sp of another frame (a non-local goto of GCC). NULL if
 * there is none, or if it is unknown.
 */
struct node *cfg_other_frame(const struct analysis *analysis, const struct node *node,
                             const struct frame_state *state);

/* The next instruction, if NODE may continue there; otherwise NULL. */
struct node *cfg_next(const struct analysis *analysis, const struct node *node);

/* Whether NODE in STATE returns to the caller. A tail call to unknown code counts as a return. */
bool cfg_returns(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state);

/*
 * Whether the computed jump NODE in STATE may be a tail call, although it loses callee-saved
 * registers: sp and lr are as at the entry, and no target in its own function is known.
 */
bool cfg_may_be_tail_call(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state);

/*
 * What the caller gets back if NODE returns in STATE: bit N is place N, and FRAME_SP_RESTORED is
 * sp.
 */
uint32_t cfg_restored(const struct analysis *analysis, const struct node *node,
                      const struct frame_state *state);

#endif
