/* SPDX-License-Identifier: MIT */
/* Single questions, for tools and tests. */
#include "format.h"
#include "lookup.h"

/* Field by field: a struct assignment may become a call of memset. */
static void start(struct bobbin_rule *out, const struct rule *rule)
{
    out->form = rule->form;
    out->cfa_register = rule->cfa_register;
    out->cfa_offset = rule->cfa_offset;
    out->cfa_add = rule->cfa_add;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++) {
        out->place_kind[i] = BOBBIN_SAME;
        out->place_value[i] = 0;
    }
}

/* The place of the register whose bit of valid is BIT. */
static uint32_t place_of(uint32_t bit)
{
    return bit < 16 ? bit - 4 : bit - 16;
}

/* The registers of MASK, bits of valid, go down from *AT in slots of SIZE bytes, the highest first. */
static void expand_mask(const struct rule *rule, uint32_t mask, uint32_t size, int32_t *at,
                        struct bobbin_rule *out)
{
    for (uint32_t bit = 32; bit-- > 0;) {
        if (!(mask >> bit & 1))
            continue;
        *at -= (int32_t)size;
        if (rule->keep >> bit & 1) {
            out->place_kind[place_of(bit)] = BOBBIN_SLOT;
            out->place_value[place_of(bit)] = *at;
        }
    }
}

static void expand_compact(const struct rule *rule, struct bobbin_rule *out)
{
    uint32_t word = rule->word;
    uint32_t mask = word & 0x0ff0u;
    uint32_t first = word & FORMAT_RULE_SPLIT ? mask & 0x00f0u : 0;
    uint32_t doubles = word >> FORMAT_RULE_VFP_SHIFT & ((1u << FORMAT_RULE_VFP_BITS) - 1);
    int32_t at = -(int32_t)rule_home_bytes(word);

    if (word & FORMAT_RULE_RA) {
        at -= 4;
        if (rule->keep & RULE_RETURN) {
            out->place_kind[BOBBIN_PLACE_RA] = BOBBIN_SLOT;
            out->place_value[BOBBIN_PLACE_RA] = at;
        }
    }
    expand_mask(rule, first, 4, &at, out);
    expand_mask(rule, mask & ~first, 4, &at, out);
    if (word & FORMAT_RULE_GAP)
        at -= 4;
    expand_mask(rule, ((1u << doubles) - 1) << 24, 8, &at, out);
}

static void expand_long(struct rule *rule, struct bobbin_rule *out)
{
    struct rule_place place;

    while (rule_next_place(rule, &place)) {
        uint32_t bit = place.place < BOBBIN_PLACE_D8   ? place.place + 4u
                       : place.place < BOBBIN_PLACE_RA ? place.place + 16u
                                                       : BOBBIN_PC;
        if (place.kind == BOBBIN_SLOT && !(rule->keep >> bit & 1))
            continue;
        out->place_kind[place.place] = place.kind;
        out->place_value[place.place] = place.value;
    }
}

bool rule_expand(struct rule *rule, struct bobbin_rule *out)
{
    start(out, rule);
    if (rule->form == BOBBIN_FORM_NONE)
        return false;
    if (rule->word)
        expand_compact(rule, out);
    else
        expand_long(rule, out);
    return rule->form != BOBBIN_FORM_NONE;
}

enum bobbin_stop bobbin_rule_at(const struct bobbin_env *env, uint32_t pc, enum bobbin_kind kind,
                                uint32_t cpsr, struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    struct bobbin_cursor cursor;
    struct table_answer answer;
    struct rule reading;
    enum bobbin_stop stop;
    uint8_t found_trust;

    cursor.r[BOBBIN_PC] = pc;
    cursor.cpsr = cpsr;
    cursor.kind = (uint8_t)kind;
    cursor.reads = 0;
    table_find(env, bobbin_lookup_address(pc, kind), &answer);
    lookup_note(&cursor, &answer);
    stop = lookup_rule(&cursor, env, &reading, &found_trust);
    *trust = (enum bobbin_trust)found_trust;
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    return rule_expand(&reading, rule) ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
}
