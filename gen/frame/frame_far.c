/* SPDX-License-Identifier: MIT */
/* Keeps the words that a function has saved outside its frame. For the stage analysis. */
#include "frame/frame_far.h"

#include "frame/frame_internal.h"

/* Unused words are zero, so that equal states have equal bytes. */
static void remove_word(struct frame_far *far, uint32_t i)
{
    far->count--;
    memmove(&far->word[i], &far->word[i + 1], (far->count - i) * sizeof(far->word[0]));
    memset(&far->word[far->count], 0, sizeof(far->word[0]));
    if (!far->count)
        far->number = 0;
}

static void forget_all(struct frame_state *state)
{
    memset(&state->far, 0, sizeof(state->far));
}

void frame_far_forget(struct frame_state *state, unsigned number)
{
    if (state->far.count && state->far.number == number)
        forget_all(state);
}

/* Removes the words that overlap the word at OFFSET. */
static void remove_at(struct frame_far *far, int32_t offset)
{
    for (uint32_t i = far->count; i-- > 0;)
        if (far->word[i].offset > offset - 4 && far->word[i].offset < offset + 4)
            remove_word(far, i);
}

/* Whether VALUE, stored at register NUMBER, shows that the code may come back with these words. */
static bool is_first(const struct frame_state *state, unsigned number, struct value value)
{
    return value.kind == VALUE_ENTRY ||
           (value.kind == VALUE_CFA &&
            (number == BOBBIN_SP || frame_same(value, state->core[BOBBIN_SP])));
}

void frame_far_store(struct frame_state *state, unsigned number, int32_t offset, struct value value)
{
    struct frame_far *far = &state->far;
    bool here = far->count && far->number == number;

    if (here)
        remove_at(far, offset);
    if (value.kind != VALUE_CFA && value.kind != VALUE_ENTRY)
        return;
    if (!here && (!is_first(state, number, value) || (far->count && far->number == BOBBIN_SP)))
        return;
    if (!here || !far->count)
        forget_all(state);
    if (far->count == FRAME_FAR_MAX)
        return;
    far->number = number;
    far->word[far->count++] = (struct slot){offset, value};
}

struct value frame_far_load(const struct frame_state *state, unsigned number, int32_t offset)
{
    for (uint32_t i = 0; i < state->far.count && state->far.number == number; i++)
        if (state->far.word[i].offset == offset)
            return state->far.word[i].value;
    return frame_other;
}

void frame_far_move(struct frame_state *state, unsigned to, unsigned from, int32_t distance,
                    struct value value)
{
    struct frame_far far;
    bool follows = state->far.count && state->far.number == from && (to == from || to == BOBBIN_SP);

    if (follows)
        far = state->far;
    frame_set(state, to, value);
    if (!follows)
        return;
    far.number = to;
    for (uint32_t i = 0; i < far.count; i++)
        far.word[i].offset -= distance;
    state->far = far;
}

void frame_far_drop_below_sp(struct frame_state *state)
{
    for (uint32_t i = state->far.count; i-- > 0 && state->far.number == BOBBIN_SP;)
        if (state->far.word[i].offset < 0)
            remove_word(&state->far, i);
}

void frame_far_join(struct frame_state *state, const struct frame_state *with)
{
    struct frame_far *far = &state->far;

    for (uint32_t i = far->count; i-- > 0;)
        if (far->number != with->far.number ||
            !frame_same(far->word[i].value, frame_far_load(with, far->number, far->word[i].offset)))
            remove_word(far, i);
}
