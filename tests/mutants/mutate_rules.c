/* SPDX-License-Identifier: MIT */
#include "core/format/bytes.h"
#include "core/rules/expand.h"
#include "core/unwind/reading.h"
#include "encode/rule_words.h"
#include "mutant.h"

#include "rows/rows.h"
#include <stdlib.h>

/* ---- one rule of the table ------------------------------------------------------------------- */

struct rule_choice {
    struct bobbin_rule rule;
    uint32_t known;   /* the rule's word */
    uint32_t address; /* of the entry that uses the rule, itself or in a row */
    uint32_t *number; /* the number in that entry or row */
    bool is_explicit;
    enum bobbin_trust trust;
};

/* The entry that owns row NUMBER of the layout. */
static const struct layout_entry *entry_of(const struct layout *layout, size_t number)
{
    const struct layout_entry *entry = layout->entry;

    while (number - entry->rows_first >= entry->rows_count)
        entry++;
    return entry;
}

/* Picks any entry or row that has a rule. Frequent rules are picked more often. */
static bool pick_number(struct mutant *mutant, struct rule_choice *choice)
{
    struct layout *layout = &mutant->layout;
    uint32_t entries = (uint32_t)layout->entries_count;
    uint32_t i = fuzz_below(&mutant->random, entries + (uint32_t)layout->rows_count);

    choice->number = i < entries ? &layout->entry[i].number : &layout->row[i - entries].number;
    choice->address =
        i < entries ? layout->entry[i].address : entry_of(layout, i - entries)->address;
    if (*choice->number == FORMAT_RULE_CODE)
        return false;
    choice->known = mutant_known(mutant, *choice->number);
    return true;
}

/* Whether KNOWN is the word of a rule that depends on the flags. */
static bool depends_on_flags(const struct mutant *mutant, uint32_t known)
{
    return rule_is_long(known) &&
           !(parts_word(&mutant->parts, rule_long(known)) & FORMAT_RULE_WORD);
}

/* Expands CHOICE->known as for a call. False if it is not the rule of a frame. */
static bool expand(const struct mutant *mutant, struct rule_choice *choice)
{
    struct bobbin_cursor cursor = {
        .kind = BOBBIN_KIND_CALL,
        .reading = {.env = &mutant->env, .table = &mutant->table, .trust = BOBBIN_TRUST_TABLE}};

    if (reading_take(&cursor, choice->known) != BOBBIN_STOP_NONE)
        return false;
    reading_expand(&cursor, &choice->rule);
    choice->is_explicit =
        rule_is_long(choice->known) || rule_explicit(choice->known) == choice->known;
    choice->trust = cursor.reading.trust;
    return true;
}

/* Picks a rule of a frame that does not depend on the flags. */
static bool pick_rule(struct mutant *mutant, struct rule_choice *choice)
{
    return pick_number(mutant, choice) && !depends_on_flags(mutant, choice->known) &&
           expand(mutant, choice);
}

/* Appends WORD to the words and returns its rule number. */
static uint32_t add_word(struct mutant *mutant, uint32_t word)
{
    buffer_u32(&mutant->parts.rules, word);
    return parts_runs(&mutant->parts) + parts_words(&mutant->parts) - 1;
}

/* Appends CHOICE->rule, encoded with CHOICE's properties, and returns its rule number. */
static uint32_t add_rule(struct mutant *mutant, const struct rule_choice *choice)
{
    struct encode_options options = {parts_words(&mutant->parts) + 1, choice->is_explicit, false,
                                     choice->trust};
    struct buffer long_rules = {0};
    uint32_t number = add_word(mutant, encode_rule(&choice->rule, &options, &long_rules));

    buffer_put(&mutant->parts.rules, long_rules.bytes, long_rules.size);
    free(long_rules.bytes);
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

/* Gives NUMBER to the chosen entry or row, or to all with the same rule. Returns which, as text. */
static const char *give_number(struct mutant *mutant, struct rule_choice *choice, uint32_t number)
{
    bool everywhere = fuzz_one_in(&mutant->random, 2);

    if (everywhere)
        renumber(&mutant->layout, *choice->number, number);
    else
        *choice->number = number;
    layout_put(&mutant->layout, &mutant->parts);
    parts_join(&mutant->parts, &mutant->bytes);
    return everywhere ? "all like" : "the entry at";
}

/* Stores CHOICE->rule in the table in place of BEFORE. False if they are equal. */
static bool store_rule(struct mutant *mutant, struct rule_choice *choice,
                       const struct bobbin_rule *before)
{
    char was[RULE_TEXT_MAX];
    char is[RULE_TEXT_MAX];
    uint32_t old = *choice->number;
    const char *where;

    if (rule_equal(&choice->rule, before))
        return false;
    where = give_number(mutant, choice, add_rule(mutant, choice));
    mutant_say(mutant, "rule %u, of %s 0x%08x, is %s instead of %s", old, where, choice->address,
               rule_text(&choice->rule, is, sizeof(is)), rule_text(before, was, sizeof(was)));
    return true;
}

/* Changes a rule by EDIT. False if EDIT changes nothing. */
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

/* Turns an explicit rule into a body rule, or the reverse. */
bool change_explicit(struct mutant *mutant)
{
    struct rule_choice choice;
    uint32_t bit;
    const char *where;

    if (!pick_number(mutant, &choice) || choice.known < KNOWN_RUN || rule_is_long(choice.known))
        return false;
    bit = known_is_run(choice.known) ? FORMAT_RUN_EXPLICIT : FORMAT_RULE_EXPLICIT;
    where = give_number(mutant, &choice, add_word(mutant, choice.known ^ bit));
    mutant_say(mutant, "the rule of %s 0x%08x is %s", where, choice.address,
               choice.known & bit ? "a body rule" : "explicit");
    return true;
}

/*
 * Makes a rule depend on the flags: with some values of NZCV it becomes another rule of the table.
 */
bool change_into_flags(struct mutant *mutant)
{
    uint32_t flags = 1 + fuzz_below(&mutant->random, 0xffff);
    uint32_t other = fuzz_below(&mutant->random, mutant_rules(mutant));
    uint32_t first = parts_words(&mutant->parts) + 1;
    struct rule_choice choice;
    uint32_t old, number;
    const char *where;

    if (!pick_number(mutant, &choice) || depends_on_flags(mutant, choice.known) ||
        depends_on_flags(mutant, mutant_known(mutant, other)) || *choice.number == other)
        return false;
    old = *choice.number;
    number = add_word(mutant, FORMAT_RULE_LONG | first << FORMAT_LONG_SHIFT);
    add_word(mutant, flags ^ 0xffff);
    add_word(mutant, mutant_known(mutant, old));
    add_word(mutant, mutant_known(mutant, other));
    where = give_number(mutant, &choice, number);
    mutant_say(mutant, "the rule of %s 0x%08x is %u instead of %u with the flags 0x%04x", where,
               choice.address, other, old, flags);
    return true;
}

/* ---- edits ----------------------------------------------------------------------------------- */

/*
 * A random place with a location of KIND, not the return address; BOBBIN_PLACES if there is none.
 */
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
        rule_put(rule, place, BOBBIN_SAME, 0);
}

static void edit_slot_added(struct fuzz_source *random, struct bobbin_rule *rule)
{
    uint32_t place = pick_place(random, rule, BOBBIN_SAME);

    if (place < BOBBIN_PLACES)
        rule_put(rule, place, BOBBIN_SLOT, -4 * (int32_t)(1 + fuzz_below(random, 16)));
}

static void edit_register_lost(struct fuzz_source *random, struct bobbin_rule *rule)
{
    bool give_back = fuzz_one_in(random, 3);
    uint32_t place = pick_place(random, rule, give_back ? BOBBIN_LOST : BOBBIN_SLOT);

    if (place < BOBBIN_PLACES)
        rule_put(rule, place, give_back ? BOBBIN_SAME : BOBBIN_LOST, 0);
}

static void edit_return_address(struct fuzz_source *random, struct bobbin_rule *rule)
{
    bool in_memory = rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT;

    switch (fuzz_below(random, 4)) {
    case 0:
        rule_put(rule, BOBBIN_PLACE_RA, BOBBIN_LOST, 0);
        break;
    case 1:
        rule_put(rule, BOBBIN_PLACE_RA, BOBBIN_REGISTER, (int32_t)fuzz_below(random, 4));
        break;
    default:
        if (in_memory && fuzz_one_in(random, 2))
            rule_put(rule, BOBBIN_PLACE_RA, BOBBIN_SAME, 0);
        else
            rule_put(rule, BOBBIN_PLACE_RA, BOBBIN_SLOT,
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
