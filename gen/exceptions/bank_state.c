/* SPDX-License-Identifier: MIT */
/* Bank states: bases, locations, memory. */
#include "exceptions/bank_state.h"

#include <string.h>

static const struct bank_value other = {.kind = BANK_OTHER};

bool bank_value_equal(struct bank_value a, struct bank_value b)
{
    return a.kind == b.kind && a.base == b.base && a.thumb == b.thumb && a.number == b.number;
}

/* ---- bases ----------------------------------------------------------------------------------- */

void bank_bases_begin(struct bank_bases *bases)
{
    bases->count = BANK_BASES_FIRST;
    bases->changed_count = 0;
    for (uint8_t i = 0; i < BANK_COUNT; i++)
        bases->base[i] = (struct bank_base){.kind = BANK_BASE_STACK, .parent = i};
    bases->base[BANK_ABSOLUTE] = (struct bank_base){.kind = BANK_BASE_ZERO};
}

uint8_t bank_bases_intern(struct bank_bases *bases, const struct bank_base *base)
{
    for (unsigned i = BANK_BASES_FIRST; i < bases->count; i++) {
        const struct bank_base *known = &bases->base[i];
        if (known->kind == base->kind && known->parent == base->parent &&
            known->remainder == base->remainder && known->number == base->number &&
            known->at == base->at)
            return (uint8_t)i;
    }
    if (bases->count == BANK_BASES_MAX)
        return 0;
    bases->base[bases->count] = *base;
    return (uint8_t)bases->count++;
}

bool bank_bases_is_changed(const struct bank_bases *bases, int32_t address)
{
    for (unsigned i = 0; i < bases->changed_count && i < BANK_CHANGED_MAX; i++)
        if (bases->changed[i] == address)
            return true;
    return bases->changed_count > BANK_CHANGED_MAX;
}

void bank_bases_change(struct bank_bases *bases, int32_t address)
{
    if (bank_bases_is_changed(bases, address))
        return;
    if (bases->changed_count < BANK_CHANGED_MAX)
        bases->changed[bases->changed_count] = address;
    bases->changed_count++;
}

/* ---- entry ----------------------------------------------------------------------------------- */

static struct bank_value entry_of(unsigned place)
{
    return (struct bank_value){.kind = BANK_ENTRY, .number = (int32_t)place};
}

void bank_state_enter(struct bank_state *state, uint8_t entered, uint8_t vector, int32_t arm,
                      int16_t thumb)
{
    memset(state, 0, sizeof(*state));
    state->mode = bank_mode(entered);
    state->entered = entered;
    state->vector = vector;
    state->covers = BANK_COVERS_BOTH;
    for (unsigned i = 0; i < 13; i++)
        state->r[i] = entry_of(i);
    for (unsigned i = 0; i < 5; i++)
        state->fiq[i] = entry_of(CROSSING_OTHER + i);
    for (uint8_t i = 0; i < BANK_COUNT; i++) {
        state->sp[i] = (struct bank_value){.kind = BANK_ADDRESS, .base = i};
        state->lr[i] = entry_of(CROSSING_BANK_LR + i);
        state->spsr[i] = entry_of(CROSSING_BANK_SPSR + i);
    }
    for (unsigned i = 0; i < BANK_DOUBLES_COUNT; i++)
        state->s[i] = entry_of(BANK_DOUBLES + i);
    state->lr[entered] = (struct bank_value){.kind = BANK_PC, .number = arm, .thumb = thumb};
    state->spsr[entered] = (struct bank_value){.kind = BANK_PSR};
}

/* ---- places ---------------------------------------------------------------------------------- */

static bool is_fiq(const struct bank_state *state)
{
    return bank_of_mode(state->mode) == BOBBIN_BANK_FIQ;
}

static struct bank_value *banked_place(struct bank_state *state, unsigned place)
{
    unsigned bank = CROSSING_BANK_OF(place);

    if (place >= CROSSING_BANK_SP && place < CROSSING_BANK_LR)
        return &state->sp[bank];
    if (place >= CROSSING_BANK_LR && place < CROSSING_BANK_SPSR)
        return &state->lr[bank];
    return place >= CROSSING_BANK_SPSR && place < CROSSING_BANK_SPSR + BOBBIN_BANKS
               ? &state->spsr[bank]
               : NULL;
}

struct bank_value *bank_state_place(struct bank_state *state, unsigned place)
{
    if (place < 8)
        return &state->r[place];
    if (place < 13)
        return is_fiq(state) ? &state->fiq[place - 8] : &state->r[place];
    if (place == BOBBIN_SP)
        return &state->sp[bank_of_mode(state->mode)];
    if (place == BOBBIN_LR)
        return &state->lr[bank_of_lr(state->mode)];
    if (place >= CROSSING_OTHER && place < CROSSING_OTHER + 5)
        return is_fiq(state) ? &state->r[8 + place - CROSSING_OTHER]
                             : &state->fiq[place - CROSSING_OTHER];
    return banked_place(state, place);
}

struct bank_value bank_state_value(const struct bank_state *state, unsigned place)
{
    const struct bank_value *value = bank_state_place((struct bank_state *)(uintptr_t)state, place);

    return value ? *value : other;
}

struct bank_value bank_state_wanted(const struct bank_state *state, unsigned place)
{
    bool fiq = is_fiq(state);

    if (place >= 8 && place < 13 && fiq)
        return entry_of(CROSSING_OTHER + place - 8);
    if (place >= CROSSING_OTHER && place < CROSSING_OTHER + 5 && fiq)
        return entry_of(8 + place - CROSSING_OTHER);
    if (place == BOBBIN_SP)
        return (struct bank_value){.kind = BANK_ADDRESS, .base = bank_of_mode(state->mode)};
    if (place >= CROSSING_BANK_SP && place < CROSSING_BANK_LR)
        return (struct bank_value){.kind = BANK_ADDRESS,
                                   .base = (uint8_t)(CROSSING_BANK_OF(place))};
    if (place == CROSSING_PSR)
        return (struct bank_value){.kind = BANK_PSR};
    if (place == CROSSING_PC)
        return (struct bank_value){.kind = BANK_PC};
    if (place == BOBBIN_LR)
        return entry_of(CROSSING_BANK_LR + bank_of_lr(state->mode));
    return entry_of(place);
}

bool bank_state_keeps_doubles(const struct bank_state *state)
{
    for (unsigned i = 0; i < BANK_DOUBLES_COUNT; i++)
        if (!bank_value_equal(state->s[i], entry_of(BANK_DOUBLES + i)))
            return false;
    return true;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The index of the first slot at or after OFFSET of BASE. */
static uint32_t slot_index(const struct bank_state *state, uint8_t base, int64_t offset)
{
    uint32_t i = 0;

    while (i < state->slots_count &&
           (state->slot[i].base < base ||
            (state->slot[i].base == base && state->slot[i].offset < offset)))
        i++;
    return i;
}

static bool is_at(const struct bank_state *state, uint32_t i, uint8_t base, int32_t offset)
{
    return i < state->slots_count && state->slot[i].base == base && state->slot[i].offset == offset;
}

struct bank_value bank_state_word(const struct bank_state *state, uint8_t base, int32_t offset)
{
    uint32_t i = slot_index(state, base, offset);

    return is_at(state, i, base, offset) ? state->slot[i].value : other;
}

void bank_state_forget(struct bank_state *state, uint8_t base, int64_t from, int64_t end)
{
    uint32_t first = slot_index(state, base, from);
    uint32_t last = slot_index(state, base, end);

    memmove(&state->slot[first], &state->slot[last],
            (state->slots_count - last) * sizeof(state->slot[0]));
    state->slots_count -= last - first;
}

void bank_state_store(struct bank_state *state, uint8_t base, int32_t offset,
                      struct bank_value value)
{
    uint32_t i;

    bank_state_forget(state, base, (int64_t)offset - 3, (int64_t)offset + 4);
    i = slot_index(state, base, offset);
    if (value.kind == BANK_OTHER || offset % 4 || state->slots_count == BANK_SLOTS_MAX)
        return;
    memmove(&state->slot[i + 1], &state->slot[i],
            (state->slots_count - i) * sizeof(state->slot[0]));
    state->slot[i] = (struct bank_slot){.base = base, .offset = offset, .value = value};
    state->slots_count++;
}

static bool is_on(struct bank_value value, uint8_t base)
{
    return (value.kind == BANK_ADDRESS || value.kind == BANK_PAD || value.kind == BANK_AS_ZERO ||
            value.kind == BANK_BITS) &&
           value.base == base;
}

static void renew(struct bank_value *value, unsigned count, uint8_t base)
{
    for (unsigned i = 0; i < count; i++)
        if (is_on(value[i], base))
            value[i] = other;
}

/* Removes the tests of words in terms of BASE. Returns how many remain. */
static uint32_t tests_but_of(struct bank_state *state, uint8_t base)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < state->tests_count; i++)
        if (!is_on(state->test[i].value, base))
            state->test[kept++] = state->test[i];
    return kept;
}

void bank_state_renew(struct bank_state *state, uint8_t base)
{
    uint32_t kept = 0;

    renew(state->r, 13, base);
    renew(state->fiq, 5, base);
    renew(state->sp, BANK_COUNT, base);
    renew(state->lr, BANK_COUNT, base);
    renew(state->spsr, BANK_COUNT, base);
    renew(state->s, BANK_DOUBLES_COUNT, base);
    renew(state->thread_id, BANK_THREAD_IDS, base);
    renew(&state->flags.value, 1, base);
    for (uint32_t i = 0; i < state->slots_count; i++)
        if (state->slot[i].base != base && !is_on(state->slot[i].value, base))
            state->slot[kept++] = state->slot[i];
    state->slots_count = kept;
    state->tests_count = tests_but_of(state, base);
    if (state->flags.value.kind == BANK_OTHER && state->flags.kind != BANK_FLAGS_THUMB)
        state->flags.kind = BANK_FLAGS_OTHER;
}
