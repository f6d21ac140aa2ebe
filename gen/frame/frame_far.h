/* SPDX-License-Identifier: MIT */
/*
 * Far words: words that the function has saved outside its frame, at a known distance from one
 * register. Code that calls a function on another stack keeps its own sp and lr there.
 */
#ifndef GEN_FRAME_FRAME_FAR_H
#define GEN_FRAME_FRAME_FAR_H

#include "frame/frame_state.h"

/*
 * The function has stored VALUE at register NUMBER + OFFSET. The register is no address of the
 * frame. The first word that is kept decides the register. It must be
 * a value of the caller, sp, or another address of the frame that is stored on another stack.
 */
void frame_far_store(struct frame_state *state, unsigned number, int32_t offset,
                     struct value value);

/* The word at register NUMBER + OFFSET; OTHER if it is not known. */
struct value frame_far_load(const struct frame_state *state, unsigned number, int32_t offset);

/* Register NUMBER gets another value: forgets the words at it. */
void frame_far_forget(struct frame_state *state, unsigned number);

/*
 * Sets register TO to VALUE, which is register FROM + DISTANCE. Words at FROM are then known at TO
 * if that is the same register or sp.
 */
void frame_far_move(struct frame_state *state, unsigned to, unsigned from, int32_t distance,
                    struct value value);

/* Forgets the words below sp, because the next interrupt may overwrite them. */
void frame_far_drop_below_sp(struct frame_state *state);

/* Keeps only the words that WITH has too. */
void frame_far_join(struct frame_state *state, const struct frame_state *with);

#endif
