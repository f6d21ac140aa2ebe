/* SPDX-License-Identifier: MIT */
/*
 * Returns: whether an instruction goes back to the caller, and which registers the caller gets
 * back. For the stage analysis.
 */
#ifndef GEN_ANALYSIS_CFG_RETURNS_H
#define GEN_ANALYSIS_CFG_RETURNS_H

#include "analysis/graph.h"
#include "frame/frame_call.h"

/* The value that NODE writes to pc, if NODE has FLOW_INDIRECT or FLOW_LOADED. */
struct value cfg_pc_value(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state);

/*
 * Whether NODE writes the return address of this frame to pc, or a value that may be it. The second
 * is no return while sp is below or above the cfa.
 */
bool cfg_writes_return_address(const struct analysis *analysis, const struct node *node,
                               const struct frame_state *state);

/* Whether NODE is a computed jump: a table jump, or an indirect jump that is no return. */
bool cfg_is_computed(const struct analysis *analysis, const struct node *node,
                     const struct frame_state *state);

/* Whether NODE in STATE returns to the caller. A tail call to unknown code counts as a return. */
bool cfg_returns(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state);

/*
 * Whether the call NODE in STATE may come back to code that discovery has not reached, and that may
 * have the return address. Then the function counts as one that returns.
 */
bool cfg_continues_unseen(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state);

/*
 * Whether other code may come back to the frame of STATE: sp is unknown, and the return address may
 * still exist.
 */
bool cfg_left_frame(const struct frame_state *state);

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
