/* SPDX-License-Identifier: MIT */
#include "rule.h"

#include "format.h"

/* ---- compact rules ---------------------------------------------------------------------------- */

static uint32_t doubles_of(uint32_t word)
{
    return bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);
}

void rule_open_word(struct rule *rule, uint32_t word)
{
    rule->form = rule_word_is_right(word) ? BOBBIN_FORM_FRAME : BOBBIN_FORM_NONE;
    rule->cfa_register = (uint8_t)rule_register(word);
    rule->cfa_offset = 4 * (int32_t)bytes_field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
    rule->slot = -4 * (int32_t)bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);
    rule->word = word;
    rule->lost = 0;
    rule->at = 0;
    rule->expanded = 0;
}

uint32_t rule_slots_bytes(uint32_t word)
{
    uint32_t words = bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS) +
                     bytes_field(word, FORMAT_RULE_GAP_SHIFT, 1) + 2 * doubles_of(word);

    for (uint32_t mask = word & (FORMAT_RULE_RA | FORMAT_RULE_MASK); mask; mask &= mask - 1)
        words++;
    return 4 * words;
}

/* The number of the highest bit of MASK, which is not 0. */
static uint32_t highest(uint32_t mask)
{
    return 31u - (uint32_t)__builtin_clz(mask);
}

static bool next_lost(struct rule *rule, struct rule_place *out)
{
    if (!rule->lost)
        return false;
    out->place = (uint8_t)highest(rule->lost);
    out->kind = BOBBIN_LOST;
    out->value = 0;
    rule->lost &= ~(1u << out->place);
    return true;
}

/* Takes the highest slot out of the word. */
static bool next_compact(struct rule *rule, struct rule_place *out)
{
    uint32_t word = rule->word;
    uint32_t mask = word & FORMAT_RULE_MASK;
    int32_t size = 4;

    if (word & FORMAT_RULE_RA) {
        word &= ~FORMAT_RULE_RA;
        out->place = BOBBIN_PLACE_RA;
    } else if (mask) {
        mask = highest(mask);
        word &= ~(1u << mask);
        out->place = (uint8_t)(word & FORMAT_RULE_SPLIT ? mask ^ 4 : mask);
    } else if (doubles_of(word)) {
        if (word & FORMAT_RULE_GAP)
            rule->slot -= 4;
        word = (word & ~FORMAT_RULE_GAP) - (1u << FORMAT_RULE_VFP_SHIFT);
        out->place = (uint8_t)(BOBBIN_PLACE_D8 + doubles_of(word));
        size = 8;
    } else {
        return next_lost(rule, out);
    }
    rule->word = word;
    rule->slot -= size;
    out->kind = BOBBIN_SLOT;
    out->value = rule->slot;
    return true;
}

/* ---- long rules, and expanded ones -------------------------------------------------------------- */

static bool next_place(struct rule *rule, struct rule_place *out)
{
    if (!rule->word)
        return false;
    out->place = (uint8_t)highest(rule->word);
    rule->word &= ~(1u << out->place);
    if (rule->at) {
        uint32_t word = bytes_word(rule->at);
        rule->at += 4;
        out->kind = (uint8_t)bytes_field(word, 0, FORMAT_PLACE_KIND_BITS);
        out->value = (int32_t)word >> FORMAT_PLACE_KIND_BITS;
    } else {
        out->kind = rule->expanded->place_kind[out->place];
        out->value = rule->expanded->place_value[out->place];
    }
    return true;
}

bool rule_next_place(struct rule *rule, struct rule_place *out)
{
    return rule->at || rule->expanded ? next_place(rule, out) : next_compact(rule, out);
}

/* How many words a long rule of each form has before its places; 0: no form. */
#define FORM_WORDS                                                                                 \
    (2u << 2 * BOBBIN_FORM_FRAME | 3u << 2 * BOBBIN_FORM_DEREF | 2u << 2 * FORMAT_FORM_EITHER |    \
     2u << 2 * FORMAT_FORM_WORD)

static uint32_t places_of(uint32_t head)
{
    return bytes_field(head, FORMAT_LONG_PLACES_SHIFT, FORMAT_LONG_PLACES_BITS);
}

/* Where the long rule of WORD is, with all that it has; NULL when it is not there. */
static const uint8_t *find_long(const struct bobbin_table *table, uint32_t word)
{
    const struct bobbin_section *section = &table->section[FORMAT_SECTION_LONG_RULES];
    uint32_t offset = 4 * bytes_field(word, 0, FORMAT_LONG_OFFSET_BITS);
    const uint8_t *at = table->bytes + section->offset + offset;
    uint32_t words, places;

    if (offset + 4 > section->size_bytes)
        return 0;
    words = FORM_WORDS >> 2 * rule_form(bytes_word(at)) & 3;
    if (!words)
        return 0;
    if (rule_form(bytes_word(at)) != FORMAT_FORM_WORD)
        for (places = places_of(bytes_word(at)); places; places &= places - 1)
            words++;
    return offset + 4 * words <= section->size_bytes ? at : 0;
}

static void open_long(struct rule *rule, const uint8_t *at)
{
    uint32_t head = bytes_word(at);

    if (rule_form(head) == FORMAT_FORM_WORD) {
        rule_open_word(rule, bytes_word(at + 4));
        /* The return address is told before all else: it is none of these, whatever the table says. */
        rule->lost = bytes_field(head, FORMAT_LONG_PLACES_SHIFT, BOBBIN_PLACE_RA);
        return;
    }
    rule->form = (uint8_t)rule_form(head);
    rule->cfa_register =
        (uint8_t)bytes_field(head, FORMAT_LONG_REGISTER_SHIFT, FORMAT_LONG_REGISTER_BITS);
    rule->cfa_offset = (int32_t)bytes_word(at + 4);
    rule->word = places_of(head);
    rule->at = at + 8;
    if (rule->form == BOBBIN_FORM_DEREF) {
        rule->cfa_add = (int32_t)bytes_word(at + 8);
        rule->at = at + 12;
    }
}

/* Bit n of entry i: condition 2 i holds with the flags NZCV = n (ARM ARM A8.3.1); 2 i + 1 does not. */
static bool holds(uint32_t condition, uint32_t cpsr)
{
    static const uint16_t flags[8] = {0xf0f0, 0xcccc, 0xff00, 0xaaaa, 0x0c0c, 0xaa55, 0x0a05};

    return (flags[condition >> 1] >> (cpsr >> 28) & 1) != (condition & 1);
}

/* What is known by the one of two rules that the flags choose. */
static uint32_t choose(const struct bobbin_table *table, const uint8_t *at, const uint32_t *cpsr)
{
    uint32_t condition = bytes_field(*at, FORMAT_LONG_REGISTER_SHIFT, FORMAT_LONG_REGISTER_BITS);

    return rule_known(table, bytes_half(at + (cpsr && !holds(condition, *cpsr) ? 6 : 4)));
}

const uint8_t *rule_long(const struct bobbin_table *table, uint32_t known)
{
    return (known & KNOWN_RULE) && rule_register(known) == BOBBIN_PC && !rule_lost(known)
               ? find_long(table, known)
               : 0;
}

void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t known,
               const uint32_t *cpsr)
{
    const uint8_t *at = rule_long(table, known);

    if (rule_is_either(at)) {
        known = choose(table, at, cpsr);
        at = rule_long(table, known);
    }
    rule_open_word(rule, known_is_run(known) ? known_run_word(known) : rule_bare(known));
    if (at)
        open_long(rule, at);
    else if (known_is_run(known))
        rule->cfa_offset = (int32_t)known_run_bytes(known);
    else
        rule->lost = rule_lost(known);
    if (known < KNOWN_RUN || rule_is_either(at))
        rule->form = known == KNOWN_ROOT ? BOBBIN_FORM_ROOT : BOBBIN_FORM_NONE;
}

/* ---- rules by number -------------------------------------------------------------------------- */

/* The same of a halfword. */
static uint32_t known_of_half(uint32_t half)
{
    if (!(half & FORMAT_HALF_MASK))
        return half;
    return KNOWN_RULE | FORMAT_RULE_RA | (half & FORMAT_RULE_MASK) |
           bytes_field(half, FORMAT_HALF_MASK_BITS, FORMAT_HALF_CFA_BITS) << FORMAT_RULE_CFA_SHIFT;
}

uint32_t rule_known(const struct bobbin_table *table, uint32_t number)
{
    if (!number--)
        return KNOWN_NONE;
    if (number == FORMAT_RULE_CODE - 1)
        return KNOWN_CODE;
    if (number < table->shorts_count)
        return known_of_half(bytes_half(table->shorts + 2 * number));
    number -= table->shorts_count;
    if (number >= table->words_count)
        return KNOWN_CORRUPT;
    return rule_known_word(bytes_word(table->words + 4 * number));
}
