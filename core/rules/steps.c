/* SPDX-License-Identifier: MIT */
#include "steps.h"

#include "../format/table_format.h"

static void add_step(struct steps *steps, uint32_t place, uint32_t kind, int32_t value)
{
    uint32_t bit = place;

    if (place >= FORMAT_STEP_D8)
        bit = BOBBIN_PLACE_D8 + 16 + (place - FORMAT_STEP_D8) / 2;
    if (kind == FORMAT_STEP_HALF || place == BOBBIN_SP)
        bit = FORMAT_STEP_NO_BIT;
    steps->step[steps->count++] =
        place | kind | bit << FORMAT_STEP_BIT_SHIFT | (uint32_t)value << FORMAT_STEP_VALUE_SHIFT;
}

/* Adds the step for the return address or for one of r4-r11. */
static void add_place(struct steps *steps, const struct bobbin_rule *rule, uint32_t number)
{
    uint32_t place = number == BOBBIN_PLACE_RA ? BOBBIN_LR : number + 4;

    if (rule->place_kind[number] == BOBBIN_SLOT)
        add_step(steps, place, FORMAT_STEP_SLOT, rule->place_value[number]);
    else if (rule->place_kind[number] == BOBBIN_REGISTER)
        add_step(steps, place, FORMAT_STEP_REGISTER, rule->place_value[number]);
}

/*
 * Whether lr holds the caller's value of register NUMBER. Its step must be before that of the
 * return address, which overwrites lr.
 */
static bool is_in_lr(const struct bobbin_rule *rule, uint32_t number)
{
    return rule->place_kind[number] == BOBBIN_REGISTER && rule->place_value[number] == BOBBIN_LR;
}

/*
 * Adds the steps for a double. For a whole double, the step of the high half comes first and sets
 * the double's bit of valid.
 */
static void add_double(struct steps *steps, const struct bobbin_rule *rule, uint32_t number)
{
    uint32_t place = FORMAT_STEP_D8 + 2 * (number - BOBBIN_PLACE_D8);
    int32_t value = rule->place_value[number];

    if (rule->place_kind[number] == BOBBIN_SLOT)
        add_step(steps, place + 1, FORMAT_STEP_SLOT, value + 4);
    if (rule->place_kind[number] == BOBBIN_SLOT || rule->place_kind[number] == BOBBIN_SLOT_LOW)
        add_step(steps, place, FORMAT_STEP_HALF, value);
    if (rule->place_kind[number] == BOBBIN_SLOT_HIGH)
        add_step(steps, place + 1, FORMAT_STEP_HALF, value);
}

/*
 * Encodes the return address in the compact word if it is the highest slot, below a home of 0 to 7
 * words. Otherwise adds a step.
 */
static void add_return_address(struct steps *steps, const struct bobbin_rule *rule)
{
    uint32_t below = (uint32_t)-rule->place_value[BOBBIN_PLACE_RA];

    if (rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_LOST)
        add_step(steps, BOBBIN_LR, FORMAT_STEP_REGISTER, FORMAT_STEP_NOBODY);
    else if (rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT && below % 4 == 0 &&
             below / 4 - 1 < 1u << FORMAT_RULE_HOME_BITS)
        steps->word |= FORMAT_RULE_RA | (below / 4 - 1) << FORMAT_RULE_HOME_SHIFT;
    else
        add_place(steps, rule, BOBBIN_PLACE_RA);
}

void steps_of_rule(struct steps *steps, const struct bobbin_rule *rule, uint32_t places)
{
    steps->word = FORMAT_RULE_WORD | (uint32_t)(rule->cfa_register ^ BOBBIN_SP)
                                         << FORMAT_RULE_REGISTER_SHIFT;
    steps->count = 0;
    if (rule->form == BOBBIN_FORM_DEREF)
        add_step(steps, BOBBIN_SP, FORMAT_STEP_SLOT, rule->cfa_add);
    for (uint32_t i = 0; i < BOBBIN_PLACE_D8; i++)
        if ((places >> i & 1) && is_in_lr(rule, i))
            add_place(steps, rule, i);
    if (places >> BOBBIN_PLACE_RA & 1) /* before a step overwrites its register */
        add_return_address(steps, rule);
    for (uint32_t i = 0; i < BOBBIN_PLACE_RA; i++)
        if ((places >> i & 1) && !is_in_lr(rule, i))
            (i < BOBBIN_PLACE_D8 ? add_place : add_double)(steps, rule, i);
}

uint32_t steps_lost(const struct bobbin_rule *rule, uint32_t places)
{
    uint32_t lost = 0;

    for (uint32_t i = 0; i < BOBBIN_PLACE_RA; i++)
        if ((places >> i & 1) && rule->place_kind[i] == BOBBIN_LOST)
            lost |= i < BOBBIN_PLACE_D8 ? BOBBIN_VALID_R(4 + i) : BOBBIN_VALID_D(i);
    return lost;
}
