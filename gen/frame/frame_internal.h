/* SPDX-License-Identifier: MIT */
/*
 * Functions that change a frame state. Only sources of this folder include this header.
 */
#ifndef GEN_FRAME_FRAME_INTERNAL_H
#define GEN_FRAME_FRAME_INTERNAL_H

#include "frame/frame_state.h"

static const struct value frame_other = {VALUE_OTHER, 0};
static const struct value frame_mixed = {VALUE_MIXED, 0};

/* A word for cpsr with mode bits that are not known. */
static const struct value frame_new_mode = {VALUE_MODE, BOBBIN_CPSR_MODE};

static inline bool frame_same(struct value a, struct value b)
{
    return a.kind == b.kind && a.number == b.number;
}

/* Whether WORD, written to cpsr, may lead to another processor mode. */
bool frame_states_mode(struct value word);

/*
 * Sets register NUMBER (effect number, insn/effect.h) to VALUE. Ignores registers that a state does
 * not contain.
 */
void frame_set(struct frame_state *state, unsigned number, struct value value);

/* Sets the word at cfa + OFFSET to VALUE. */
void frame_store(struct frame_state *state, int32_t offset, struct value value);

/*
 * Removes the slots below sp, because the next interrupt may overwrite them. If sp has no known
 * upper bound, removes all slots. While sp is in another stack, all slots stay: they count only if
 * the code restores registers from them later (frame_rule.h).
 */
void frame_drop_words_below(struct frame_state *state, struct value sp);

/* Called after each instruction; nearly always nothing is below sp. */
static inline void frame_drop_below_sp(struct frame_state *state)
{
    struct value sp = state->context == FRAME_AWAY ? state->home[BOBBIN_SP - FRAME_BANKED_FIRST]
                                                   : state->core[BOBBIN_SP];

    if (state->far.count ||
        (state->slots_count && (!frame_is_address(sp) || state->slots[0].offset < sp.number)))
        frame_drop_words_below(state, sp);
}

#endif
