/* SPDX-License-Identifier: MIT */
/* What the files share that change a frame state: frame_state.c, frame_effect.c, frame_call.c. */
#ifndef GEN_FRAME_FRAME_INTERNAL_H
#define GEN_FRAME_FRAME_INTERNAL_H

#include "frame/frame_state.h"

static const struct value frame_other = {VALUE_OTHER, 0};
static const struct value frame_mixed = {VALUE_MIXED, 0};

static inline bool frame_same(struct value a, struct value b)
{
    return a.kind == b.kind && a.number == b.number;
}

/* Register NUMBER (effect number) becomes VALUE; those that are not followed are left out. */
void frame_set(struct frame_state *state, unsigned number, struct value value);

/* The word at cfa + OFFSET becomes VALUE. */
void frame_store(struct frame_state *state, int32_t offset, struct value value);

/* What lies below sp is nobody's: the next interrupt writes over it. */
void frame_drop_below_sp(struct frame_state *state);

/* Whether there is a frame at all. */
static inline bool frame_has_caller(const struct frame_state *state)
{
    return state->context == FRAME_HOME || state->context == FRAME_AWAY;
}

#endif
