/* SPDX-License-Identifier: MIT */
/* Gives numbers to the symbols of a bank state. */
#include "prove/bank_world.h"

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_locate.h"

/*
 * Addresses of bases: far apart, so that no word of one is a word of another, and without code of
 * the supported images.
 */
enum { STACKS = 0x7e000000, OTHERS = 0x7c000000, STACK_BYTES = 0x100000, OTHER_BYTES = 0x10000 };

/* Seeds of noise: after the numbers of places and before addresses. */
enum { NOISE_UNKNOWN = 1000 };

static uint32_t noise(uint32_t seed)
{
    seed = (seed ^ seed >> 16) * 0x45d9f3bu;
    seed = (seed ^ seed >> 16) * 0x45d9f3bu;
    return seed ^ seed >> 16;
}

/* ---- bases ----------------------------------------------------------------------------------- */

static const struct bank_test *test_of(const struct bank_state *state, unsigned base)
{
    for (uint32_t i = 0; i < state->tests_count; i++) {
        struct bank_value value = state->test[i].value;
        if ((value.kind == BANK_ADDRESS || value.kind == BANK_AS_ZERO) && value.base == base)
            return &state->test[i];
    }
    return NULL;
}

/* What the tests of the state say about the word of BASE, which is ADDRESS if they do not. */
static uint32_t tested(const struct bank_world *world, unsigned base, uint32_t address)
{
    const struct bank_test *test = test_of(world->state, base);
    uint32_t zero = test ? 0u - (uint32_t)test->value.number : 0;

    if (!test)
        return address;
    if (test->is_zero)
        return zero;
    return address == zero ? address + 8 : address;
}

static uint32_t pad_of(const struct bank_world *world, unsigned base)
{
    return 4 * (world->pads >> (base & 1) & 1);
}

static uint32_t address_of(const struct bank_world *world, unsigned i)
{
    const struct bank_base *base = &world->bases->base[i];
    uint32_t from = world->base[base->parent] + (uint32_t)base->number;

    switch (base->kind) {
    case BANK_BASE_STACK:
        i = i == BANK_ENTERED ? world->entered : i;
        return STACKS + i * STACK_BYTES + pad_of(world, i);
    case BANK_BASE_ZERO:
        return 0;
    case BANK_BASE_ALIGNED:
        return ((from - base->remainder) & ~7u) + base->remainder;
    case BANK_BASE_WORD:
        return tested(world, i, OTHERS + i * OTHER_BYTES + pad_of(world, i));
    default:
        return OTHERS + i * OTHER_BYTES;
    }
}

void bank_world_settle(struct bank_world *world)
{
    for (unsigned i = 0; i < world->bases->count; i++)
        world->base[i] = address_of(world, i);
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint32_t pad_value(const struct bank_world *world, unsigned base)
{
    const struct bank_base *aligned = &world->bases->base[base];

    return world->base[aligned->parent] + (uint32_t)aligned->number - world->base[base];
}

/* The number that VALUE has in WORLD, or UNKNOWN if the state does not determine it. */
static uint32_t number_of(const struct bank_world *world, struct bank_value value, uint32_t unknown)
{
    int32_t plus;

    switch (value.kind) {
    case BANK_ENTRY:
        return noise((uint32_t)value.number + 1);
    case BANK_PC:
        plus = world->psr & BOBBIN_CPSR_T ? value.thumb : value.number;
        return world->pc + (uint32_t)plus;
    case BANK_PSR:
        return world->psr;
    case BANK_ADDRESS:
        return world->base[value.base] + (uint32_t)value.number;
    case BANK_MODE:
        return (unknown & ~(uint32_t)BOBBIN_CPSR_MODE) | (uint32_t)value.number;
    case BANK_ANY_MODE:
        return (unknown & ~(uint32_t)BOBBIN_CPSR_MODE) | (world->psr & BOBBIN_CPSR_MODE);
    case BANK_AS_ZERO:
        return world->base[value.base] ? unknown | 2 : 0;
    case BANK_PAD:
        return pad_value(world, value.base);
    default:
        return unknown;
    }
}

/* ---- registers ------------------------------------------------------------------------------- */

/* The value of PLACE now. If the state covers several modes, that of the entered bank is apart. */
static struct bank_value value_of(const struct bank_world *world, unsigned place)
{
    const struct bank_state *state = world->state;
    bool entered = place >= CROSSING_BANK_SP && place < CROSSING_PLACES &&
                   state->mode == CROSSING_MODE_ANY && CROSSING_BANK_OF(place) == world->entered;

    if (!entered)
        return bank_state_value(state, place);
    if (place < CROSSING_BANK_LR)
        return state->sp[BANK_ENTERED];
    return (place < CROSSING_BANK_SPSR ? state->lr : state->spsr)[BANK_ENTERED];
}

uint32_t bank_world_now(const struct bank_world *world, unsigned place)
{
    return number_of(world, value_of(world, place), noise(NOISE_UNKNOWN + place));
}

uint32_t bank_world_wanted(const struct bank_world *world, unsigned place)
{
    return number_of(world, bank_state_wanted(world->state, place), 0);
}

uint64_t bank_world_double_now(const struct bank_world *world, unsigned number)
{
    const struct bank_value *half = &world->state->s[2 * number];
    uint32_t unknown = noise(NOISE_UNKNOWN + BANK_DOUBLES + number);

    return (uint64_t)number_of(world, half[1], unknown) << 32 | number_of(world, half[0], unknown);
}

uint64_t bank_world_double_wanted(unsigned number)
{
    uint32_t low = BANK_DOUBLES + 2 * number;

    return (uint64_t)noise(low + 2) << 32 | noise(low + 1);
}

bool bank_world_knows(const struct bank_world *world, unsigned place)
{
    return value_of(world, place).kind != BANK_OTHER;
}

bool bank_world_keeps(const struct bank_world *world, unsigned place)
{
    const struct bank_state *state = world->state;
    unsigned bank = place - CROSSING_BANK_SP;

    if (bank >= BOBBIN_BANKS)
        return bank_locate(world->bases, state, place).where != BANK_NOWHERE;
    /* Only sp of the entered mode may be kept nowhere: handlers that never return replace it. */
    if (state->mode == CROSSING_MODE_ANY && bank == world->entered)
        bank = BANK_ENTERED;
    return bank != state->entered ||
           (state->sp[bank].kind == BANK_ADDRESS && state->sp[bank].base == bank);
}

uint8_t bank_world_bank(const struct bank_world *world)
{
    return world->state->mode == CROSSING_MODE_ANY ? world->entered
                                                   : bank_of_mode(world->state->mode);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Whether a nested exception may have changed SLOT. */
static bool is_cell(const struct bank_world *world, const struct bank_slot *slot)
{
    return !bank_is_stack_word(world->bases, world->state, slot->base, slot->offset) &&
           (slot->base != BANK_ABSOLUTE || bank_bases_is_changed(world->bases, slot->offset));
}

uint32_t bank_world_word(const struct bank_world *world, uint32_t address)
{
    const struct bank_state *state = world->state;
    uint32_t unknown = noise(address);

    for (uint32_t i = 0; i < state->slots_count; i++) {
        const struct bank_slot *slot = &state->slot[i];
        if (world->base[slot->base] + (uint32_t)slot->offset != address)
            continue;
        if (world->nested && is_cell(world, slot))
            continue;
        return number_of(world, slot->value, unknown);
    }
    return unknown;
}
