/* SPDX-License-Identifier: MIT */
/* Lists what the program of a bank state has to find. */
#include "exceptions/bank_wants.h"

/* The places that a program sets, apart from sp of the banks. */
static const uint8_t places[] = {
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    CROSSING_PC,
    CROSSING_PSR,
    BANK_OTHER_R8,
    BANK_LR_AND_SPSR,
};

enum { PLACES_COUNT = sizeof(places) / sizeof(places[0]) };

/* Whether the exception has destroyed PLACE: then there is nothing to find. */
static bool is_left_out(const struct bank_wants *wants, unsigned place)
{
    return place >= CROSSING_BANK_LR && place < CROSSING_BANK_SPSR + BOBBIN_BANKS &&
           CROSSING_BANK_OF(place) == wants->state->entered;
}

bool bank_wants_moved_sp(const struct bank_wants *wants, uint8_t bank)
{
    struct bank_value sp = wants->state->sp[bank];

    return sp.kind != BANK_ADDRESS || sp.base != bank || sp.number != 0;
}

/*
 * Wants sp of BANK if the code has replaced it, and a word or register holds it. sp that only has
 * moved on its stack, and that of the current mode, are computed from the addresses of what is
 * there.
 */
static void want_sp(struct bank_wants *wants, uint8_t bank)
{
    struct bank_want want = {.place = (uint8_t)(CROSSING_BANK_SP + bank)};
    struct bank_value sp = wants->state->sp[bank];

    if (bank == bank_of_mode(wants->state->mode) || !bank_wants_moved_sp(wants, bank) ||
        (sp.kind == BANK_ADDRESS && sp.base == bank))
        return;
    want.at = bank_locate(wants->bases, wants->state, want.place);
    if (want.at.where != BANK_IN_SLOT && want.at.where != BANK_IN_REGISTER)
        return;
    wants->want[wants->count++] = want;
    wants->sp |= 1u << bank;
}

void bank_wants_find(struct bank_wants *wants)
{
    wants->count = 0;
    for (unsigned i = 0; i < PLACES_COUNT; i++) {
        struct bank_want want = {.place = places[i]};
        if (is_left_out(wants, want.place))
            continue;
        want.at = bank_locate(wants->bases, wants->state, want.place);
        if (want.at.where != BANK_IN_PLACE)
            wants->want[wants->count++] = want;
    }
    for (uint8_t bank = 0; bank < BOBBIN_BANKS; bank++)
        want_sp(wants, bank);
}

const struct bank_want *bank_wants_at(const struct bank_wants *wants, uint8_t base, int32_t offset)
{
    for (unsigned i = 0; i < wants->count; i++) {
        const struct bank_location *at = &wants->want[i].at;
        if (at->where == BANK_IN_SLOT && at->base == base && at->offset == offset)
            return &wants->want[i];
    }
    return NULL;
}

const struct bank_want *bank_wants_of(const struct bank_wants *wants, unsigned place)
{
    for (unsigned i = 0; i < wants->count; i++)
        if (wants->want[i].place == place)
            return &wants->want[i];
    return NULL;
}

/* The lowest offset of a wanted word at an absolute address. */
bool bank_wants_first_cell(const struct bank_wants *wants, int32_t *offset)
{
    bool found = false;

    for (unsigned i = 0; i < wants->count; i++) {
        const struct bank_location *at = &wants->want[i].at;
        if (at->where == BANK_IN_SLOT && at->base == BANK_ABSOLUTE &&
            (!found || at->offset < *offset)) {
            *offset = at->offset;
            found = true;
        }
    }
    return found;
}

/* Whether wanted words are on a stack at a constant address. */
bool bank_wants_constant_stack(const struct bank_wants *wants)
{
    for (unsigned i = 0; i < wants->count; i++) {
        const struct bank_location *at = &wants->want[i].at;
        if (at->where == BANK_IN_SLOT && at->base == BANK_ABSOLUTE &&
            bank_is_stack_word(wants->bases, wants->state, at->base, at->offset))
            return true;
    }
    return false;
}

/* Whether words on other memory than stacks are wanted: a nested exception may overwrite them. */
bool bank_wants_cells(const struct bank_wants *wants)
{
    for (unsigned i = 0; i < wants->count; i++) {
        const struct bank_location *at = &wants->want[i].at;
        if (at->where == BANK_IN_SLOT &&
            !bank_is_stack_word(wants->bases, wants->state, at->base, at->offset))
            return true;
    }
    return false;
}
