/* SPDX-License-Identifier: MIT */
/* What one instruction does to a frame state. */
#ifndef GEN_FRAME_FRAME_EFFECT_H
#define GEN_FRAME_FRAME_EFFECT_H

#include "frame/frame_state.h"

/*
 * Changes STATE from before the instruction AT to after it. The instruction is executed, and has
 * EFFECT. Literals are read from IMAGE.
 */
void frame_state_apply(struct frame_state *state, const struct effect *effect,
                       const struct image *image, const struct image_instruction *at);

/*
 * If STATE is in another mode, and the code has not changed any of the registers that the mode may
 * bank: makes it the state in the mode of the entry. Returns false in all other cases.
 */
bool frame_state_come_home(struct frame_state *state);

#endif
