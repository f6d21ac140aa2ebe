/* SPDX-License-Identifier: MIT */
/*
 * Finds where a frame state holds the caller's value of a register. For frame_rule.c and
 * frame_state.c.
 */
#include "frame/frame_place.h"

#include <stddef.h>

#include "rows/rule.h"

static bool register_has(const struct frame_state *state, unsigned number, unsigned word)
{
    return frame_is_entry(frame_state_register(state, number), word);
}

static bool slot_has(const struct frame_state *state, int32_t offset, unsigned word)
{
    return frame_is_entry(frame_state_word(state, offset), word);
}

bool frame_place_holds(const struct frame_state *state, unsigned place, unsigned kind,
                       int32_t number)
{
    unsigned word = frame_word_of_place(place);

    switch (kind) {
    case BOBBIN_SLOT:
        return slot_has(state, number, word) &&
               (!frame_place_is_double(place) || slot_has(state, number + 4, word + 1));
    case BOBBIN_SLOT_LOW:
        return frame_place_is_double(place) && slot_has(state, number, word) &&
               register_has(state, word + 1, word + 1);
    case BOBBIN_SLOT_HIGH:
        return frame_place_is_double(place) && slot_has(state, number, word + 1) &&
               register_has(state, word, word);
    case BOBBIN_REGISTER:
        return !frame_place_is_double(place) && register_has(state, rule_register_of(number), word);
    default:
        return false;
    }
}

static bool take_if_holds(const struct frame_state *state, unsigned place,
                          enum bobbin_place_kind kind, int32_t number, struct bobbin_rule *rule)
{
    if (!frame_place_holds(state, place, kind, number))
        return false;
    rule_put(rule, place, kind, number);
    return true;
}

/* Finds the highest slot that holds PLACE, or one word of it if PLACE is a d register. */
static bool find_slot(const struct frame_state *state, unsigned place, struct bobbin_rule *rule)
{
    unsigned word = frame_word_of_place(place);
    bool is_double = frame_place_is_double(place);

    for (uint32_t i = state->slots_count; i-- > 0;) {
        int32_t offset = state->slots[i].offset;
        struct value value = state->slots[i].value;
        if (!frame_is_entry(value, word) && !(is_double && frame_is_entry(value, word + 1)))
            continue;
        if (take_if_holds(state, place, BOBBIN_SLOT, offset, rule) ||
            take_if_holds(state, place, BOBBIN_SLOT_LOW, offset, rule) ||
            take_if_holds(state, place, BOBBIN_SLOT_HIGH, offset, rule))
            return true;
    }
    return false;
}

void frame_find_place(const struct frame_state *state, unsigned place, struct bobbin_rule *rule)
{
    static const uint8_t registers[] = {12, 0, 1, 2, 3, BOBBIN_LR, 4, 5, 6, 7, 8, 9, 10, 11};
    size_t count = place == BOBBIN_PLACE_RA ? sizeof(registers) : 6;

    if (find_slot(state, place, rule))
        return;
    for (size_t i = 0; i < count; i++)
        if (take_if_holds(state, place, BOBBIN_REGISTER, registers[i], rule))
            return;
    rule_put(rule, place, BOBBIN_LOST, 0);
}

/* The places of one word that a slot holds. */
static uint32_t words_in_slots(const struct frame_state *state)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        struct value value = state->slots[i].value;
        if (value.kind == VALUE_ENTRY && value.number == BOBBIN_LR)
            found |= 1u << BOBBIN_PLACE_RA;
        else if (value.kind == VALUE_ENTRY && value.number >= 4 && value.number < 12)
            found |= 1u << (value.number - 4);
    }
    return found;
}

uint32_t frame_places_found(const struct frame_state *state, uint32_t places)
{
    uint32_t found = frame_places_kept(state) & places;
    struct bobbin_rule rule;

    if (found != places)
        found |= words_in_slots(state) & places;

    for (places &= ~found; places; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctz(places);
        frame_find_place(state, place, &rule);
        found |= (uint32_t)(rule.place_kind[place] != BOBBIN_LOST) << place;
    }
    return found;
}
