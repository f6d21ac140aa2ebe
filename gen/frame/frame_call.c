/* SPDX-License-Identifier: MIT */
/*
 * Computes the effect of a call on a frame state, and the registers that a frame gives back at a
 * return. For the stage analysis.
 */
#include "frame/frame_call.h"

#include "frame/frame_far.h"
#include "frame/frame_internal.h"

/*
 * Whether the words from cfa + OFFSET on are a saved context in the order of register numbers: the
 * entry values of r4-r11, any word for r12, the caller's sp, the return address.
 */
static bool is_context(const struct frame_state *state, int32_t offset)
{
    struct value sp = frame_state_word(state, offset + 4 * (BOBBIN_SP - 4));
    struct value lr = frame_state_word(state, offset + 4 * (BOBBIN_LR - 4));

    for (int32_t number = 4; number < 12; number++)
        if (!frame_same(frame_state_word(state, offset + 4 * (number - 4)),
                        (struct value){VALUE_ENTRY, number}))
            return false;
    return frame_same(sp, (struct value){VALUE_CFA, 0}) &&
           (lr.kind == VALUE_ENTRY || lr.kind == VALUE_LENT) && lr.number == BOBBIN_LR;
}

/*
 * Usually no callee changes the words in which its caller has saved registers. The exception is a
 * saved context, with all registers and sp: a callee that gets its address may change it (libgcc's
 * _Unwind_RaiseException). The address may be in any of r0-r3. Entry values in a context become
 * LENT.
 */
static void lend_contexts(struct frame_state *state)
{
    int32_t lowest = INT32_MAX;

    for (unsigned i = 0; i < 4; i++)
        if (state->core[i].kind == VALUE_CFA && state->core[i].number < lowest)
            lowest = state->core[i].number;
    for (uint32_t i = 0; i < state->slots_count; i++) {
        if (state->slots[i].offset < lowest || !is_context(state, state->slots[i].offset))
            continue;
        for (; i < state->slots_count; i++)
            if (state->slots[i].value.kind == VALUE_ENTRY)
                state->slots[i].value.kind = VALUE_LENT;
    }
}

void frame_state_call(struct frame_state *state, uint32_t broken, uint64_t kept)
{
    static const unsigned destroyed[] = {0, 1, 2, 3, 12, BOBBIN_LR};
    /* A callee that changes sp may have popped them from this frame. */
    struct value changed = broken & FRAME_SP_RESTORED ? frame_mixed : frame_other;

    if (state->context == FRAME_HANDLER)
        state->torn = FRAME_LINK_WRITTEN;
    if (!frame_state_has_caller(state))
        return;
    lend_contexts(state);
    for (unsigned i = 0; i < sizeof(destroyed) / sizeof(destroyed[0]); i++)
        if (!(kept >> destroyed[i] & 1))
            state->core[destroyed[i]] = frame_other;
    if (state->far.number != BOBBIN_SP || (broken & FRAME_SP_RESTORED))
        frame_far_forget(state, state->far.number);
    for (unsigned place = 0; place < BOBBIN_PLACES; place++) {
        if (!(broken >> place & 1))
            continue;
        frame_set(state, frame_word_of_place(place), changed);
        if (frame_place_is_double(place))
            frame_set(state, frame_word_of_place(place) + 1, changed);
    }
    if (broken & FRAME_SP_RESTORED)
        state->core[BOBBIN_SP] = frame_mixed;
    frame_drop_below_sp(state);
}

uint32_t frame_state_restored(const struct frame_state *state)
{
    struct value sp = state->core[BOBBIN_SP];

    if (state->context != FRAME_HOME)
        return 0;
    return frame_places_kept(state) | state->given_up |
           (sp.kind == VALUE_CFA && sp.number == 0 ? FRAME_SP_RESTORED : 0);
}

void frame_state_jump_back(struct frame_state *state)
{
    for (unsigned number = 0; number < EFFECT_REGISTERS; number++) {
        struct value value = frame_state_register(state, number);
        if (!frame_is_address(value))
            frame_set(state, number, frame_other);
    }
}
