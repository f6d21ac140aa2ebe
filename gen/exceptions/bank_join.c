/* SPDX-License-Identifier: MIT */
/* Joins and compares bank states. */
#include "exceptions/bank_join.h"

static const struct bank_value other = {.kind = BANK_OTHER};

/* The two states of the interrupted code that the joined states cover. */
struct join {
    uint8_t mine, theirs;
    bool changed;
};

/* pc plus two numbers. If only one of the states covers ARM or Thumb, its number counts. */
static struct bank_value join_pc(const struct join *join, struct bank_value a, struct bank_value b)
{
    struct bank_value value = a;
    bool arm = (join->mine & join->theirs & BANK_COVERS_ARM) && a.number != b.number;
    bool thumb = (join->mine & join->theirs & BANK_COVERS_THUMB) && a.thumb != b.thumb;

    if (arm || thumb)
        return (struct bank_value){.kind = BANK_PC_DIFFERS};
    if (!(join->mine & BANK_COVERS_ARM))
        value.number = b.number;
    if (!(join->mine & BANK_COVERS_THUMB))
        value.thumb = b.thumb;
    return value;
}

static bool is_pc(struct bank_value value)
{
    return value.kind == BANK_PC || value.kind == BANK_PC_DIFFERS;
}

static struct bank_value joined(const struct join *join, struct bank_value a, struct bank_value b)
{
    if (bank_value_equal(a, b))
        return a;
    if (a.kind == BANK_PC && b.kind == BANK_PC)
        return join_pc(join, a, b);
    if (is_pc(a) && is_pc(b))
        return (struct bank_value){.kind = BANK_PC_DIFFERS};
    return other;
}

static void join_value(struct join *join, struct bank_value *a, struct bank_value b)
{
    struct bank_value value = joined(join, *a, b);

    join->changed |= !bank_value_equal(*a, value);
    *a = value;
}

static void join_values(struct join *join, struct bank_value *a, const struct bank_value *b,
                        unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        join_value(join, &a[i], b[i]);
}

static void join_slots(struct join *join, struct bank_state *state, const struct bank_state *with)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        struct bank_slot slot = state->slot[i];
        join_value(join, &slot.value, bank_state_word(with, slot.base, slot.offset));
        if (slot.value.kind != BANK_OTHER)
            state->slot[kept++] = slot;
    }
    state->slots_count = kept;
}

static bool has_test(const struct bank_state *state, const struct bank_test *test)
{
    for (uint32_t i = 0; i < state->tests_count; i++)
        if (state->test[i].is_zero == test->is_zero &&
            bank_value_equal(state->test[i].value, test->value))
            return true;
    return false;
}

static void join_tests(struct join *join, struct bank_state *state, const struct bank_state *with)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < state->tests_count; i++)
        if (has_test(with, &state->test[i]))
            state->test[kept++] = state->test[i];
    join->changed |= kept != state->tests_count;
    state->tests_count = kept;
}

/* Facts of the exception. One that differs by path becomes DIFFERS. */
static void join_fact(struct join *join, uint8_t *a, uint8_t b, uint8_t differs)
{
    if (*a == b || *a == differs)
        return;
    *a = differs;
    join->changed = true;
}

/*
 * Exceptions of two modes share this code. lr and SPSR of both modes are then unknown, so a rule
 * needs other locations of pc and psr; it does not matter which of the modes ENTERED names.
 */
static void join_entered(struct join *join, struct bank_state *state, const struct bank_state *with)
{
    if (state->entered >= BANK_ENTERED || with->entered >= BANK_ENTERED)
        join_fact(join, &state->entered, with->entered, BANK_ENTERED_DIFFERS);
}

static void join_flags(struct join *join, struct bank_flags *a, const struct bank_flags *b)
{
    if (a->kind == BANK_FLAGS_OTHER || (a->kind == b->kind && bank_value_equal(a->value, b->value)))
        return;
    *a = (struct bank_flags){.kind = BANK_FLAGS_OTHER};
    join->changed = true;
}

/* Where the sp of STATE and WITH differ, the words below either of them are dead. */
static void join_dead(struct bank_state *state, const struct bank_state *with)
{
    for (unsigned i = 0; i < BANK_COUNT; i++) {
        struct bank_value mine = state->sp[i], theirs = with->sp[i];
        if (bank_value_equal(mine, theirs))
            continue;
        if (mine.kind == BANK_ADDRESS && mine.base != BANK_ABSOLUTE)
            bank_state_forget(state, mine.base, INT32_MIN, mine.number);
        if (theirs.kind == BANK_ADDRESS && theirs.base != BANK_ABSOLUTE)
            bank_state_forget(state, theirs.base, INT32_MIN, theirs.number);
    }
}

bool bank_join(struct bank_state *state, const struct bank_state *with)
{
    struct join join = {.mine = state->covers, .theirs = with->covers};
    uint32_t slots_count = state->slots_count;
    bool kind_differs;

    join_dead(state, with);
    join.changed = state->slots_count != slots_count;

    join_fact(&join, &state->mode, with->mode, BANK_MODE_DIFFERS);
    join_entered(&join, state, with);
    join_fact(&join, &state->vector, with->vector, BOBBIN_VECTOR_NONE);
    kind_differs = with->kind_differs || state->returns != with->returns;
    join.changed |= kind_differs && !state->kind_differs;
    state->kind_differs |= kind_differs;
    join.changed |= with->unmasked && !state->unmasked;
    state->unmasked |= with->unmasked;
    state->keeps_dead |= with->keeps_dead;
    join_values(&join, state->r, with->r, 13);
    join_values(&join, state->fiq, with->fiq, 5);
    join_values(&join, state->sp, with->sp, BANK_COUNT);
    join_values(&join, state->lr, with->lr, BANK_COUNT);
    join_values(&join, state->spsr, with->spsr, BANK_COUNT);
    join_values(&join, state->s, with->s, BANK_DOUBLES_COUNT);
    join_values(&join, state->thread_id, with->thread_id, BANK_THREAD_IDS);
    join_slots(&join, state, with);
    join_flags(&join, &state->flags, &with->flags);
    join_tests(&join, state, with);
    state->covers |= with->covers;
    return join.changed || state->covers != join.mine;
}

static bool values_equal(const struct bank_value *a, const struct bank_value *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!bank_value_equal(a[i], b[i]))
            return false;
    return true;
}

static bool slots_equal(const struct bank_state *a, const struct bank_state *b)
{
    if (a->slots_count != b->slots_count)
        return false;
    for (uint32_t i = 0; i < a->slots_count; i++)
        if (a->slot[i].base != b->slot[i].base || a->slot[i].offset != b->slot[i].offset ||
            !bank_value_equal(a->slot[i].value, b->slot[i].value))
            return false;
    return true;
}

bool bank_join_same_values(const struct bank_state *a, const struct bank_state *b)
{
    return a->mode == b->mode && a->entered == b->entered && a->vector == b->vector &&
           a->covers == b->covers && a->returns == b->returns &&
           a->kind_differs == b->kind_differs && values_equal(a->r, b->r, 13) &&
           values_equal(a->fiq, b->fiq, 5) && values_equal(a->sp, b->sp, BANK_COUNT) &&
           values_equal(a->lr, b->lr, BANK_COUNT) && values_equal(a->spsr, b->spsr, BANK_COUNT) &&
           values_equal(a->s, b->s, BANK_DOUBLES_COUNT) &&
           values_equal(a->thread_id, b->thread_id, BANK_THREAD_IDS) && slots_equal(a, b);
}
