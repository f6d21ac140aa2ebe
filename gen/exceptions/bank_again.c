/* SPDX-License-Identifier: MIT */
#include "exceptions/bank_again.h"

static const struct bank_value other = {.kind = BANK_OTHER};

/* Whether a word of memory, or a register that calls leave alone, holds a value of KIND. */
static bool is_saved(const struct bank_state *state, enum bank_value_kind kind)
{
    for (unsigned i = 4; i < 12; i++)
        if (bank_state_value(state, i).kind == kind)
            return true;
    for (uint32_t i = 0; i < state->slots_count; i++)
        if (state->slot[i].value.kind == kind)
            return true;
    return false;
}

/* Whether SLOT is where the next exception that enters the mode of BANK stores too. */
static bool is_reused(const struct bank_state *state, uint8_t bank, const struct bank_slot *slot)
{
    struct bank_value sp = state->sp[bank];

    return sp.kind == BANK_ADDRESS && sp.base == bank && sp.number >= 0 && slot->base == bank &&
           slot->offset >= sp.number;
}

/*
 * Entry code that stores above an sp that it does not move stores there again when the exception
 * comes again. What it has saved elsewhere too is not trusted there.
 */
static void distrust_reused(struct bank_state *state, uint8_t bank)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        struct bank_slot slot = state->slot[i];
        bool saved = false;
        for (uint32_t j = 0; j < state->slots_count && is_reused(state, bank, &slot); j++)
            saved |= j != i && !is_reused(state, bank, &state->slot[j]) &&
                     bank_value_equal(state->slot[j].value, slot.value);
        if (saved)
            state->slot[i].value = other;
    }
    for (uint32_t i = 0; i < state->slots_count; i++)
        if (state->slot[i].value.kind != BANK_OTHER)
            state->slot[kept++] = state->slot[i];
    state->slots_count = kept;
}

void bank_again_distrust(struct bank_state *state)
{
    uint8_t bank = state->entered;

    for (unsigned i = 0; i < BANK_THREAD_IDS; i++)
        state->thread_id[i] = other;
    if (bank > BANK_ENTERED)
        return;
    distrust_reused(state, bank);
    if (state->lr[bank].kind != BANK_PC || is_saved(state, BANK_PC))
        state->lr[bank] = other;
    if (state->spsr[bank].kind != BANK_PSR || is_saved(state, BANK_PSR))
        state->spsr[bank] = other;
}
