/* SPDX-License-Identifier: MIT */
/* Changes a frame state where the processor's mode changes. For the stage analysis. */
#include "frame/frame_mode.h"

#include <string.h>

#include "frame/frame_effect.h"
#include "frame/frame_internal.h"

static struct value as_found(unsigned number)
{
    return (struct value){VALUE_AWAY, (int32_t)number};
}

void frame_mode_leave(struct frame_state *state)
{
    struct value *bank = &state->core[FRAME_BANKED_FIRST];

    memset(&state->far, 0, sizeof(state->far));
    if (state->context == FRAME_HOME) {
        state->context = FRAME_AWAY;
        memcpy(state->home, bank, sizeof(state->home));
    }
    for (unsigned i = 0; i < FRAME_BANKED; i++)
        bank[i] = as_found(i);
}

/*
 * Changes STATE for the switch back to the mode of the entry. A register that the other mode left
 * unchanged has its old value, banked or not.
 */
static void return_to_mode(struct frame_state *state)
{
    struct value *bank = &state->core[FRAME_BANKED_FIRST];

    if (state->context != FRAME_AWAY)
        return;
    state->context = FRAME_HOME;
    memset(&state->far, 0, sizeof(state->far));
    for (unsigned i = 0; i < FRAME_BANKED; i++)
        bank[i] = frame_same(bank[i], as_found(i)) ? state->home[i] : frame_mixed;
    memset(state->home, 0, sizeof(state->home));
}

uint32_t frame_mode_write_psr(struct frame_state *state, struct value word)
{
    if (word.kind == VALUE_PSR)
        return_to_mode(state);
    else if (frame_states_mode(word) || state->context == FRAME_AWAY)
        frame_mode_leave(state);
    else
        return FRAME_ASSUMES_MODE;
    return 0;
}

bool frame_mode_come_home(struct frame_state *state)
{
    for (unsigned i = 0; i < FRAME_BANKED; i++)
        if (!frame_same(state->core[FRAME_BANKED_FIRST + i], as_found(i)))
            return false;
    if (state->context != FRAME_AWAY)
        return false;
    return_to_mode(state);
    return true;
}
