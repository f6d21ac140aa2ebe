/* SPDX-License-Identifier: MIT */
/* What one instruction does to a frame state. */
#ifndef GEN_FRAME_FRAME_EFFECT_H
#define GEN_FRAME_FRAME_EFFECT_H

#include "frame/frame_state.h"

/* What frame_state_apply assumed about an instruction, as bits. */
enum frame_assumption {
    FRAME_ASSUMES_CONSTANT = 1, /* the literal that is loaded has the value in the image */
    FRAME_ASSUMES_MODE = 2,     /* an unknown word, written to cpsr, keeps the mode */
};

/*
 * Changes STATE from before the instruction AT to after it. The instruction is executed, and has
 * EFFECT. Literals are read from IMAGE. Returns bits of enum frame_assumption.
 */
uint32_t frame_state_apply(struct frame_state *state, const struct effect *effect,
                           const struct image *image, const struct image_instruction *at);

#endif
