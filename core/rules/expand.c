/* SPDX-License-Identifier: MIT */
/* Expands a rule to struct bobbin_rule, for tools, tests and readers of other formats. */
#include "expand.h"

#include "../unwind/reading.h"

_Static_assert((int)FORMAT_STEP_INNER == BOBBIN_INNER, "a step and a rule name registers alike");

/* Assigns the next slot, SIZE_BYTES below *OFFSET, to PLACE. */
static void put_slot(struct bobbin_rule *rule, uint32_t place, int32_t *offset, int32_t size_bytes)
{
    *offset -= size_bytes;
    rule->place_kind[place] = BOBBIN_SLOT;
    rule->place_value[place] = *offset;
}

static void put_slots(struct bobbin_rule *rule, uint32_t word)
{
    int32_t offset = -(int32_t)rule_home_bytes(word);
    uint32_t half = word & FORMAT_RULE_SPLIT ? 4 : 0;

    if (word & FORMAT_RULE_RA)
        put_slot(rule, BOBBIN_PLACE_RA, &offset, 4);
    for (uint32_t i = 8; i-- > 0;)
        if (rule_mask(word) >> i & 1)
            put_slot(rule, BOBBIN_PLACE_R4 + (i ^ half), &offset, 4);
    if (word & FORMAT_RULE_GAP)
        offset -= 4;
    for (uint32_t i = rule_doubles(word); i-- > 0;)
        put_slot(rule, BOBBIN_PLACE_D8 + i, &offset, 8);
}

/*
 * Sets one half of double NUMBER; WHICH is 0 for the low half. IS_HALF: the other half is
 * unchanged.
 */
static void put_half(struct bobbin_rule *rule, uint32_t number, uint32_t which, bool is_half,
                     int32_t value)
{
    uint32_t place = BOBBIN_PLACE_D8 + number;

    if (which == 0 && rule->place_kind[place] == BOBBIN_SLOT)
        return; /* the step for the high half has set both halves */
    rule->place_kind[place] = !is_half     ? BOBBIN_SLOT
                              : which == 0 ? BOBBIN_SLOT_LOW
                                           : BOBBIN_SLOT_HIGH;
    rule->place_value[place] = is_half ? value : value - 4;
}

static void put_step(struct bobbin_rule *rule, uint32_t step)
{
    uint32_t number = bytes_field(step, 0, FORMAT_STEP_PLACE_BITS);
    int32_t value = (int32_t)step >> FORMAT_STEP_VALUE_SHIFT;
    uint32_t place = number == BOBBIN_LR ? BOBBIN_PLACE_RA : number - 4;

    if (number == BOBBIN_SP) {
        rule->form = BOBBIN_FORM_DEREF;
        rule->cfa_add = value;
    } else if (number >= FORMAT_STEP_D8 && number < FORMAT_STEP_PLACES) {
        number -= FORMAT_STEP_D8;
        put_half(rule, number / 2, number % 2, step & FORMAT_STEP_HALF, value);
    } else if (place == BOBBIN_PLACE_RA || place < BOBBIN_PLACE_D8) {
        rule->place_kind[place] = step & FORMAT_STEP_REGISTER ? BOBBIN_REGISTER : BOBBIN_SLOT;
        if (rule->place_kind[place] == BOBBIN_REGISTER && value == FORMAT_STEP_NOBODY) {
            rule->place_kind[place] = BOBBIN_LOST;
            value = 0;
        }
        rule->place_value[place] = value;
    }
}

void rule_begin(struct bobbin_rule *rule)
{
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = BOBBIN_SP;
    rule->cfa_offset = 0;
    rule->cfa_add = 0;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++) {
        rule->place_kind[i] = BOBBIN_SAME;
        rule->place_value[i] = 0;
    }
}

void reading_expand(const struct bobbin_cursor *cursor, struct bobbin_rule *rule)
{
    const uint8_t *at = cursor->reading.step;

    rule_begin(rule);
    rule->cfa_register = (uint8_t)rule_register(cursor->reading.word);
    rule->cfa_offset = (int32_t)cursor->reading.cfa_offset;
    put_slots(rule, cursor->reading.word);
    for (uint32_t left = cursor->reading.steps_count; left; left--, at += 4)
        put_step(rule, bytes_word(at));
    for (uint32_t i = 0; i < 8; i++) {
        if (cursor->reading.lost >> (4 + i) & 1) {
            rule->place_kind[BOBBIN_PLACE_R4 + i] = BOBBIN_LOST;
            rule->place_value[BOBBIN_PLACE_R4 + i] = 0;
        }
        if (cursor->reading.lost >> (24 + i) & 1) {
            rule->place_kind[BOBBIN_PLACE_D8 + i] = BOBBIN_LOST;
            rule->place_value[BOBBIN_PLACE_D8 + i] = 0;
        }
    }
}
