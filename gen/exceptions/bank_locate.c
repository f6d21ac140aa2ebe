/* SPDX-License-Identifier: MIT */
/* Finds where a bank state holds values. */
#include "exceptions/bank_locate.h"

/* Words at constant addresses are on a stack if they are at most so far above a constant sp. */
enum { CONSTANT_STACK_BYTES = 1024 };

static const struct bank_location nowhere = {.where = BANK_NOWHERE};

/* Whether BASE is a stack, or memory that a bank's sp points to. */
static bool is_stack(const struct bank_bases *bases, const struct bank_state *state, uint8_t base)
{
    uint8_t kind = bases->base[base].kind;

    if (kind == BANK_BASE_STACK || kind == BANK_BASE_ALIGNED)
        return true;
    for (unsigned i = 0; i < BANK_COUNT; i++)
        if (state->sp[i].kind == BANK_ADDRESS && state->sp[i].base == base && base != BANK_ABSOLUTE)
            return true;
    return false;
}

/* Whether the slot is below an sp of its stack, where the next exception overwrites it. */
static bool is_dead(const struct bank_state *state, const struct bank_slot *slot)
{
    for (unsigned i = 0; i < BANK_COUNT; i++)
        if (state->sp[i].kind == BANK_ADDRESS && state->sp[i].base == slot->base &&
            slot->base != BANK_ABSOLUTE && slot->offset < state->sp[i].number)
            return true;
    return false;
}

bool bank_is_stack_word(const struct bank_bases *bases, const struct bank_state *state,
                        uint8_t base, int32_t offset)
{
    struct bank_value sp = bank_state_value(state, BOBBIN_SP);

    if (base != BANK_ABSOLUTE)
        return is_stack(bases, state, base);
    return sp.kind == BANK_ADDRESS && sp.base == BANK_ABSOLUTE && offset >= sp.number &&
           (int64_t)offset - sp.number < CONSTANT_STACK_BYTES;
}

static bool is_wanted(struct bank_value value, struct bank_value wanted)
{
    return wanted.kind == BANK_PC ? value.kind == BANK_PC : bank_value_equal(value, wanted);
}

/* Whether slot A has been stored before slot B, as far as their places tell. */
static bool is_older(const struct bank_state *state, const struct bank_slot *a,
                     const struct bank_slot *b)
{
    if (a->base != b->base)
        return a->base == state->entered;
    return a->offset > b->offset;
}

/*
 * The oldest slot with the value WANTED: the programs of earlier instructions use it too. STACK:
 * only words of stacks; else only other words.
 */
static struct bank_location find_slot(const struct bank_bases *bases,
                                      const struct bank_state *state, struct bank_value wanted,
                                      bool stack)
{
    const struct bank_slot *oldest = NULL;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        const struct bank_slot *slot = &state->slot[i];
        if (is_wanted(slot->value, wanted) && !is_dead(state, slot) &&
            bank_is_stack_word(bases, state, slot->base, slot->offset) == stack &&
            (!oldest || is_older(state, slot, oldest)))
            oldest = slot;
    }
    if (!oldest)
        return nowhere;
    return (struct bank_location){.where = BANK_IN_SLOT,
                                  .base = oldest->base,
                                  .offset = oldest->offset,
                                  .value = oldest->value};
}

/* Places in the order in which a value is sought in them: those that calls leave alone first. */
static const uint8_t sought[] = {
    4, 5, 6, 7, 8, 9, 10, 11, BANK_LR_AND_SPSR, 14, 12, 0, 1, 2, 3, BANK_OTHER_R8,
};

static struct bank_location find_register(const struct bank_state *state, struct bank_value wanted)
{
    for (unsigned i = 0; i < sizeof(sought) / sizeof(sought[0]); i++) {
        struct bank_value value = bank_state_value(state, sought[i]);
        if (is_wanted(value, wanted))
            return (struct bank_location){
                .where = BANK_IN_REGISTER, .from = sought[i], .value = value};
    }
    return nowhere;
}

/* The value of the register that PLACE belongs to: of pc and psr, lr and SPSR of the exception. */
static struct bank_value own_value(const struct bank_state *state, unsigned place)
{
    if (place == CROSSING_PC)
        return state->lr[state->entered];
    return place == CROSSING_PSR ? state->spsr[state->entered] : bank_state_value(state, place);
}

/* Whether PLACE is a register of another mode, which code in this mode leaves alone. */
static bool is_remote(const struct bank_state *state, unsigned place)
{
    return place >= CROSSING_BANK_LR && place < CROSSING_PLACES &&
           place != CROSSING_BANK_LR + (unsigned)bank_of_lr(state->mode);
}

/* Whether the next call destroys the register of PLACE. */
static bool is_fragile(const struct bank_state *state, unsigned place)
{
    return place == CROSSING_PC && bank_of_lr(state->mode) == state->entered;
}

struct bank_location bank_locate(const struct bank_bases *bases, const struct bank_state *state,
                                 unsigned place)
{
    struct bank_value wanted = bank_state_wanted(state, place);
    struct bank_value own = own_value(state, place);
    struct bank_location location = find_slot(bases, state, wanted, true);
    struct bank_location in_register = find_register(state, wanted);

    if (is_remote(state, place) && is_wanted(own, wanted))
        return (struct bank_location){.where = BANK_IN_PLACE, .value = own};
    if (location.where != BANK_NOWHERE)
        return location;
    if (is_fragile(state, place) && in_register.where == BANK_IN_REGISTER &&
        in_register.from >= 4 && in_register.from < 12)
        return in_register;
    if (is_wanted(own, wanted))
        return (struct bank_location){.where = BANK_IN_PLACE, .value = own};
    return in_register.where != BANK_NOWHERE ? in_register : find_slot(bases, state, wanted, false);
}

struct bank_location bank_locate_register(const struct bank_state *state, enum bank_value_kind kind,
                                          uint8_t base, uint32_t but_sp)
{
    for (unsigned i = 0; i < BOBBIN_BANKS; i++)
        if (!(but_sp >> i & 1) && state->sp[i].kind == kind && state->sp[i].base == base)
            return (struct bank_location){.where = BANK_IN_REGISTER,
                                          .from = (uint8_t)(CROSSING_BANK_SP + i),
                                          .value = state->sp[i]};
    for (unsigned i = 0; i < sizeof(sought) / sizeof(sought[0]); i++) {
        struct bank_value value = bank_state_value(state, sought[i]);
        if (value.kind == kind && value.base == base)
            return (struct bank_location){
                .where = BANK_IN_REGISTER, .from = sought[i], .value = value};
    }
    return nowhere;
}
