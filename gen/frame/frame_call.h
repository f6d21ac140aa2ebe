/* SPDX-License-Identifier: MIT */
/* What a call does to a frame state, and which registers a frame gives back at a return. */
#ifndef GEN_FRAME_FRAME_CALL_H
#define GEN_FRAME_FRAME_CALL_H

#include "frame/frame_state.h"

/*
 * Changes STATE from before a call to after its return. The callee destroys r0-r3, r12, lr and
 * s0-s15 (AAPCS32 6.1), and the places of the mask BROKEN: bit N is place N, FRAME_SP_RESTORED is
 * sp. KEPT: the registers of these (EFFECT_BITs) that the callee is seen to leave alone.
 */
void frame_state_call(struct frame_state *state, uint32_t broken, uint64_t kept);

/*
 * Takes STATE after a call. Changes STATE to the state at a label of this frame to which the callee
 * jumps back (a non-local goto) instead of returning. Then only addresses of the frame and slots
 * are still known.
 */
void frame_state_jump_back(struct frame_state *state);

/*
 * The registers that a return from here gives back to the caller. Bit N: the register of place N
 * holds its entry value. FRAME_SP_RESTORED: sp is the cfa. The result is 0 if the frame is not in
 * the mode of its entry.
 */
#define FRAME_SP_RESTORED  (1u << BOBBIN_PLACES)
#define FRAME_ALL_RESTORED ((FRAME_SP_RESTORED << 1) - 1)
uint32_t frame_state_restored(const struct frame_state *state);

/* Whether all callee-saved registers, lr and sp are as at the entry, as at a tail call. */
static inline bool frame_state_undone(const struct frame_state *state)
{
    return frame_state_restored(state) == FRAME_ALL_RESTORED;
}

#endif
