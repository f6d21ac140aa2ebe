/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "encode.h"
#include "encode_rule.h"
#include "mutant.h"
#include "rows.h"
#include "rule.h"

/* ---- one rule of the table -------------------------------------------------------------------- */

struct rule_choice {
    struct bobbin_rule rule;
    uint32_t address; /* of an entry that has it, itself or in a row */
    uint32_t *number; /* where it says so */
};

static bool is_rule(uint32_t number)
{
    return number != FORMAT_RULE_NONE && number != FORMAT_RULE_CODE;
}

/* The entry that has row NUMBER of the layout. */
static const struct layout_entry *entry_of(const struct layout *layout, size_t number)
{
    const struct layout_entry *entry = layout->entry;

    while (number - entry->rows_first >= entry->rows_count)
        entry++;
    return entry;
}

/* A rule with a frame; the more entries and rows have it the more often. */
static bool pick_rule(struct mutant *mutant, struct rule_choice *choice)
{
    struct layout *layout = &mutant->layout;
    uint32_t entries = (uint32_t)layout->entries_count;
    uint32_t i = fuzz_below(&mutant->random, entries + (uint32_t)layout->rows_count);
    struct rule rule;

    choice->number = i < entries ? &layout->entry[i].number : &layout->row[i - entries].number;
    choice->address =
        i < entries ? layout->entry[i].address : entry_of(layout, i - entries)->address;
    if (!is_rule(*choice->number))
        return false;
    rule_open(&rule, &mutant->table, rule_known(&mutant->table, *choice->number), NULL);
    return rule_expand(&rule, &choice->rule) && choice->rule.form != BOBBIN_FORM_ROOT;
}

static void put_u16(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

/* Adds RULE behind all others and returns its number; 0 where that would be one from .ARM.exidx. */
static uint32_t add_rule(struct mutant *mutant, const struct bobbin_rule *rule)
{
    struct buffer *rules = parts_find(&mutant->parts, FORMAT_SECTION_RULES);
    uint32_t number = bytes_u16(rules->bytes) + 1;

    if (bytes_u16(rules->bytes + 2) != number)
        return 0;
    put_u16(rules->bytes, number);
    put_u16(rules->bytes + 2, number + 1);
    buffer_u32(rules, encode_rule(rule, parts_need(&mutant->parts, FORMAT_SECTION_LONG_RULES)));
    return number;
}

static void renumber(struct layout *layout, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < layout->entries_count; i++)
        if (layout->entry[i].number == from)
            layout->entry[i].number = to;
    for (size_t i = 0; i < layout->rows_count; i++)
        if (layout->row[i].number == from)
            layout->row[i].number = to;
}

/* Makes the rule what CHOICE->rule has become, wherever it is or in the one place that was chosen. */
static bool store_rule(struct mutant *mutant, struct rule_choice *choice,
                       const struct bobbin_rule *before)
{
    char was[RULE_TEXT_MAX];
    char is[RULE_TEXT_MAX];
    bool everywhere = fuzz_one_in(&mutant->random, 2);
    uint32_t old = *choice->number;
    uint32_t number = rule_equal(&choice->rule, before) ? 0 : add_rule(mutant, &choice->rule);

    if (number == 0)
        return false;
    mutant_say(mutant, "rule %u, of %s 0x%08x, is %s instead of %s", old,
               everywhere ? "all like" : "the entry at", choice->address,
               rule_text(&choice->rule, is, sizeof(is)), rule_text(before, was, sizeof(was)));
    if (everywhere)
        renumber(&mutant->layout, old, number);
    else
        *choice->number = number;
    layout_put(&mutant->layout, &mutant->parts);
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* Changes a rule by EDIT, which may find nothing to change. */
static bool change_rule(struct mutant *mutant,
                        void (*edit)(struct fuzz_source *random, struct bobbin_rule *rule))
{
    struct rule_choice choice;
    struct bobbin_rule before;

    if (!pick_rule(mutant, &choice))
        return false;
    before = choice.rule;
    edit(&mutant->random, &choice.rule);
    return store_rule(mutant, &choice, &before);
}

/* ---- edits ------------------------------------------------------------------------------------ */

/* A place of KIND, BOBBIN_PLACES when the rule has none. The return address is left alone. */
static uint32_t pick_place(struct fuzz_source *random, const struct bobbin_rule *rule, uint8_t kind)
{
    uint32_t first = fuzz_below(random, BOBBIN_PLACE_RA);

    for (uint32_t i = 0; i < BOBBIN_PLACE_RA; i++) {
        uint32_t place = (first + i) % BOBBIN_PLACE_RA;
        if (rule->place_kind[place] == kind)
            return place;
    }
    return BOBBIN_PLACES;
}

/* 4 or 8 bytes, up or down. */
static int32_t pick_distance(struct fuzz_source *random)
{
    static const int32_t distances[] = {-8, -4, 4, 8};

    return distances[fuzz_below(random, 4)];
}

static void edit_cfa_offset(struct fuzz_source *random, struct bobbin_rule *rule)
{
    if (rule->form == BOBBIN_FORM_DEREF && fuzz_one_in(random, 2))
        rule->cfa_add += pick_distance(random);
    else
        rule->cfa_offset += pick_distance(random);
}

static void edit_cfa_register(struct fuzz_source *random, struct bobbin_rule *rule)
{
    rule->cfa_register = (uint8_t)fuzz_below(random, BOBBIN_PC);
}

static void edit_slot_moved(struct fuzz_source *random, struct bobbin_rule *rule)
{
    uint32_t place = pick_place(random, rule, BOBBIN_SLOT);

    if (place < BOBBIN_PLACES)
        rule->place_value[place] += pick_distance(random);
}

static void edit_slots_exchanged(struct fuzz_source *random, struct bobbin_rule *rule)
{
    uint32_t a = pick_place(random, rule, BOBBIN_SLOT);
    uint32_t b = pick_place(random, rule, BOBBIN_SLOT);

    if (a < BOBBIN_PLACES && b < BOBBIN_PLACES) {
        int32_t value = rule->place_value[a];
        rule->place_value[a] = rule->place_value[b];
        rule->place_value[b] = value;
    }
}

static void edit_slot_dropped(struct fuzz_source *random, struct bobbin_rule *rule)
{
    uint32_t place = pick_place(random, rule, BOBBIN_SLOT);

    if (place < BOBBIN_PLACES)
        rule_set(rule, place, BOBBIN_SAME, 0);
}

static void edit_slot_added(struct fuzz_source *random, struct bobbin_rule *rule)
{
    uint32_t place = pick_place(random, rule, BOBBIN_SAME);

    if (place < BOBBIN_PLACES)
        rule_set(rule, place, BOBBIN_SLOT, -4 * (int32_t)(1 + fuzz_below(random, 16)));
}

static void edit_register_lost(struct fuzz_source *random, struct bobbin_rule *rule)
{
    bool give_back = fuzz_one_in(random, 3);
    uint32_t place = pick_place(random, rule, give_back ? BOBBIN_LOST : BOBBIN_SLOT);

    if (place < BOBBIN_PLACES)
        rule_set(rule, place, give_back ? BOBBIN_SAME : BOBBIN_LOST, 0);
}

static void edit_return_address(struct fuzz_source *random, struct bobbin_rule *rule)
{
    bool in_memory = rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT;

    switch (fuzz_below(random, 4)) {
    case 0:
        rule_set(rule, BOBBIN_PLACE_RA, BOBBIN_LOST, 0);
        break;
    case 1:
        rule_set(rule, BOBBIN_PLACE_RA, BOBBIN_REGISTER, (int32_t)fuzz_below(random, 4));
        break;
    default:
        if (in_memory && fuzz_one_in(random, 2))
            rule_set(rule, BOBBIN_PLACE_RA, BOBBIN_SAME, 0);
        else
            rule_set(rule, BOBBIN_PLACE_RA, BOBBIN_SLOT,
                     in_memory ? rule->place_value[BOBBIN_PLACE_RA] + pick_distance(random) : -4);
        break;
    }
}

static void edit_root(struct fuzz_source *random, struct bobbin_rule *rule)
{
    (void)random;
    *rule = rule_of_form(BOBBIN_FORM_ROOT);
}

bool change_cfa_offset(struct mutant *mutant)
{
    return change_rule(mutant, edit_cfa_offset);
}

bool change_cfa_register(struct mutant *mutant)
{
    return change_rule(mutant, edit_cfa_register);
}

bool change_slot_moved(struct mutant *mutant)
{
    return change_rule(mutant, edit_slot_moved);
}

bool change_slots_exchanged(struct mutant *mutant)
{
    return change_rule(mutant, edit_slots_exchanged);
}

bool change_slot_dropped(struct mutant *mutant)
{
    return change_rule(mutant, edit_slot_dropped);
}

bool change_slot_added(struct mutant *mutant)
{
    return change_rule(mutant, edit_slot_added);
}

bool change_register_lost(struct mutant *mutant)
{
    return change_rule(mutant, edit_register_lost);
}

bool change_return_address(struct mutant *mutant)
{
    return change_rule(mutant, edit_return_address);
}

bool change_into_root(struct mutant *mutant)
{
    return change_rule(mutant, edit_root);
}
