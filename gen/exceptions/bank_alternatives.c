/* SPDX-License-Identifier: MIT */
/* Keeps bank states apart, and joins them where no test tells them apart. */
#include "exceptions/bank_alternatives.h"

#include <stdlib.h>

#include "exceptions/bank_join.h"
#include "util/memory.h"

/* What keeps states apart. */
enum apart {
    APART_NEVER,
    APART_BY_WORDS, /* tests that a rule can make */
    APART_BY_BITS,  /* those, and tests of bits */
    APART_BY_ALL,   /* those, conditions, modes, and the modes that exceptions entered */
};

/* Whether A and B are in different modes, both known. */
static bool modes_differ(const struct bank_state *a, const struct bank_state *b)
{
    return a->mode != b->mode && a->mode < BANK_MODE_DIFFERS && b->mode < BANK_MODE_DIFFERS &&
           a->mode != CROSSING_MODE_ANY && b->mode != CROSSING_MODE_ANY;
}

/* Whether A and B are of exceptions that entered different modes, both known. */
static bool entered_differ(const struct bank_state *a, const struct bank_state *b)
{
    return a->entered != b->entered && a->entered < BANK_ENTERED && b->entered < BANK_ENTERED;
}

bool bank_alternatives_modes_differ(const struct bank_alternatives *alternatives)
{
    for (uint32_t i = 1; i < alternatives->count; i++)
        if (alternatives->state[i]->mode != alternatives->state[0]->mode)
            return true;
    return false;
}

void bank_alternatives_share(struct bank_alternatives *alternatives)
{
    uint8_t was[BANK_ALTERNATIVES_MAX], least = BANK_ENTERED;
    bool differ = false;

    for (uint32_t i = 0; i < alternatives->count; i++) {
        const struct bank_state *state = alternatives->state[i];
        if (state->entered >= BANK_ENTERED)
            return;
        was[i] = state->entered;
        least = was[i] < least ? was[i] : least;
        differ |= entered_differ(state, alternatives->state[0]);
    }
    for (uint32_t i = 0; differ && i < alternatives->count; i++) {
        struct bank_state *state = alternatives->state[i];
        state->vector = BOBBIN_VECTOR_NONE;
        if (bank_alternatives_modes_differ(alternatives))
            continue;
        state->entered = least;
        for (uint32_t j = 0; j < alternatives->count; j++)
            state->lr[was[j]] = state->spsr[was[j]] = (struct bank_value){.kind = BANK_OTHER};
    }
}

/* Whether APART counts tests of VALUE. */
static bool counts(enum apart apart, struct bank_value value)
{
    if (value.kind == BANK_CONDITION)
        return apart == APART_BY_ALL;
    return apart >= (value.kind == BANK_BITS ? APART_BY_BITS : APART_BY_WORDS);
}

/* Whether the tests of A and B that APART counts, or their modes, are never the same. */
static bool excludes(const struct bank_state *a, const struct bank_state *b, enum apart apart)
{
    if (apart == APART_BY_ALL && (modes_differ(a, b) || entered_differ(a, b)))
        return true;
    for (uint32_t i = 0; i < a->tests_count; i++)
        for (uint32_t j = 0; j < b->tests_count; j++)
            if (a->test[i].is_zero != b->test[j].is_zero && counts(apart, a->test[i].value) &&
                bank_value_equal(a->test[i].value, b->test[j].value))
                return true;
    return false;
}

static void remove_state(struct bank_alternatives *alternatives, uint32_t i)
{
    free(alternatives->state[i]);
    alternatives->state[i] = alternatives->state[--alternatives->count];
}

/* Joins two states that need not, or cannot, be told apart. Returns false if there are none. */
static bool join_two(struct bank_alternatives *alternatives, enum apart apart)
{
    for (uint32_t i = 0; i < alternatives->count; i++)
        for (uint32_t j = i + 1; j < alternatives->count; j++) {
            struct bank_state *a = alternatives->state[i];
            const struct bank_state *b = alternatives->state[j];
            if (excludes(a, b, apart) && !bank_join_same_values(a, b))
                continue;
            bank_join(a, b);
            remove_state(alternatives, j);
            return true;
        }
    return false;
}

static bool add(struct bank_alternatives *alternatives, const struct bank_state *state)
{
    struct bank_state *copy = must_realloc(NULL, 1, sizeof(*copy));

    *copy = *state;
    alternatives->state[alternatives->count++] = copy;
    return true;
}

/* The state that is joined with an arriving STATE. */
static struct bank_state *partner(const struct bank_alternatives *alternatives,
                                  const struct bank_state *state, enum apart apart)
{
    for (uint32_t i = 0; i < alternatives->count; i++)
        if (!excludes(alternatives->state[i], state, apart) ||
            bank_join_same_values(alternatives->state[i], state))
            return alternatives->state[i];
    return NULL;
}

bool bank_alternatives_arrive(struct bank_alternatives *alternatives,
                              const struct bank_state *state, bool keep_apart)
{
    enum apart apart = keep_apart ? APART_BY_ALL : APART_NEVER;
    struct bank_state *with = partner(alternatives, state, apart);
    bool changed;

    while (!with && alternatives->count == BANK_ALTERNATIVES_MAX)
        with = partner(alternatives, state, --apart);
    changed = with ? bank_join(with, state) : add(alternatives, state);
    while (join_two(alternatives, apart))
        changed = true;
    return changed;
}

bool bank_alternatives_join_conditions(struct bank_alternatives *alternatives)
{
    bool changed = false;

    while (join_two(alternatives, APART_BY_BITS))
        changed = true;
    return changed;
}

bool bank_alternatives_join_bits(struct bank_alternatives *copy,
                                 const struct bank_alternatives *alternatives)
{
    bool changed = false;

    copy->count = 0;
    for (uint32_t i = 0; i < alternatives->count; i++)
        add(copy, alternatives->state[i]);
    while (join_two(copy, APART_BY_WORDS))
        changed = true;
    return changed;
}

void bank_alternatives_free(struct bank_alternatives *alternatives)
{
    while (alternatives->count)
        remove_state(alternatives, alternatives->count - 1);
}
