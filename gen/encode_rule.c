/* SPDX-License-Identifier: MIT */
/* Rules to words and bytes. */
#include "encode_rule.h"

#include <string.h>

#include "diag.h"
#include "encode.h"
#include "format.h"
#include "known.h"
#include "rule.h"

/* The layout of a compact rule: which registers are saved, in the order of their slots. */
struct layout {
    uint32_t mask, vfp, home;
    bool ra, split, gap;
};

/* The offset of the slot of PLACE, or FALSE in *IS when it has none. */
static bool slot_is(const struct bobbin_rule *rule, unsigned place, int32_t offset)
{
    return rule->place_kind[place] == BOBBIN_SLOT && rule->place_value[place] == offset;
}

static bool find_layout(const struct bobbin_rule *rule, struct layout *layout)
{
    int32_t highest = -4 * (1 << FORMAT_RULE_HOME_BITS) - 4;

    memset(layout, 0, sizeof(*layout));
    for (unsigned place = 0; place < BOBBIN_PLACES; place++) {
        int32_t end = rule->place_value[place] +
                      (place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA ? 8 : 4);
        if (rule->place_kind[place] == BOBBIN_SAME)
            continue;
        if (rule->place_kind[place] != BOBBIN_SLOT || end > 0)
            return false;
        highest = end > highest ? end : highest;
        if (place < BOBBIN_PLACE_D8)
            layout->mask |= 1u << place;
        else if (place == BOBBIN_PLACE_RA)
            layout->ra = true;
        else if (place - BOBBIN_PLACE_D8 == layout->vfp)
            layout->vfp++;
        else
            return false;
    }
    if (layout->mask || layout->vfp || layout->ra)
        layout->home = (uint32_t)-highest / 4;
    return highest % 4 == 0 && layout->home < 1u << FORMAT_RULE_HOME_BITS;
}

/* Checks the slots of the registers of MASK below *OFFSET, highest first. */
static bool check_slots(const struct bobbin_rule *rule, uint32_t mask, int32_t *offset)
{
    for (unsigned i = 8; i-- > 0;)
        if (mask >> i & 1) {
            *offset -= 4;
            if (!slot_is(rule, BOBBIN_PLACE_R4 + i, *offset))
                return false;
        }
    return true;
}

static bool check_layout(const struct bobbin_rule *rule, const struct layout *layout)
{
    int32_t offset = -4 * (int32_t)layout->home;

    if (layout->ra) {
        offset -= 4;
        if (!slot_is(rule, BOBBIN_PLACE_RA, offset))
            return false;
    }
    if (layout->split && !check_slots(rule, layout->mask & 0x0f, &offset))
        return false;
    if (!check_slots(rule, layout->split ? layout->mask & 0xf0 : layout->mask, &offset))
        return false;
    if (layout->gap)
        offset -= 4;
    for (unsigned i = layout->vfp; i-- > 0;) {
        offset -= 8;
        if (!slot_is(rule, BOBBIN_PLACE_D8 + i, offset))
            return false;
    }
    return true;
}

/* Finds out how the slots are ordered; false when in no way that a word can tell. */
static bool complete_layout(const struct bobbin_rule *rule, struct layout *layout)
{
    for (unsigned way = 0; way < 4; way++) {
        layout->split = way & 1;
        layout->gap = way & 2;
        if ((!layout->gap || layout->vfp) && check_layout(rule, layout))
            return true;
    }
    return false;
}

bool encode_compact(const struct bobbin_rule *rule, uint32_t *word)
{
    struct layout layout;
    uint32_t words = (uint32_t)rule->cfa_offset / 4;

    if (rule->form != BOBBIN_FORM_FRAME || rule->cfa_offset < 0 || rule->cfa_offset % 4 ||
        words >= 1u << FORMAT_RULE_CFA_BITS || !find_layout(rule, &layout) ||
        !complete_layout(rule, &layout))
        return false;
    *word = (layout.ra ? FORMAT_RULE_RA : 0) | words << FORMAT_RULE_CFA_SHIFT |
            (uint32_t)(rule->cfa_register ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT |
            layout.vfp << FORMAT_RULE_VFP_SHIFT | layout.home << FORMAT_RULE_HOME_SHIFT |
            (layout.gap ? FORMAT_RULE_GAP : 0) | (layout.split ? FORMAT_RULE_SPLIT : 0);
    *word |= rule_turn(*word, layout.mask);
    return true;
}

/* The run that RULE is; false when it is none. */
static bool encode_run(const struct bobbin_rule *rule, uint32_t *run)
{
    struct bobbin_rule bare = *rule;
    uint32_t words = (uint32_t)rule->cfa_offset / 4;
    uint32_t word, mask;

    bare.cfa_offset = 0;
    if (rule->cfa_offset < 0 || rule->cfa_offset % 4 || !encode_compact(&bare, &word))
        return false;
    mask = word & FORMAT_RULE_MASK;
    *run = words << FORMAT_RUN_COUNT_BITS | (uint32_t)__builtin_popcount(mask);
    return word == (FORMAT_RULE_RA | mask) && !(mask & (mask + 1)) &&
           words > (uint32_t)__builtin_popcount(mask) && words < 1u << FORMAT_RUN_CFA_BITS;
}

bool encode_short(const struct bobbin_rule *rule, uint32_t *half)
{
    uint32_t word;

    if (encode_run(rule, half) && *half >> FORMAT_RUN_COUNT_BITS < 1u << FORMAT_HALF_RUN_CFA_BITS)
        return true;
    if (!encode_compact(rule, &word) || !(word & FORMAT_RULE_RA) ||
        word >> (FORMAT_RULE_CFA_SHIFT + FORMAT_HALF_CFA_BITS))
        return false;
    *half = FORMAT_HALF_MASK | word >> FORMAT_RULE_CFA_SHIFT << FORMAT_HALF_MASK_BITS |
            (word & FORMAT_RULE_MASK);
    return true;
}

/* RULE with every place in PLACES that is lost the same; LOST are those. */
static struct bobbin_rule without_lost(const struct bobbin_rule *rule, unsigned places,
                                       uint32_t *lost)
{
    struct bobbin_rule bare = *rule;

    *lost = 0;
    for (unsigned place = 0; place < places; place++) {
        if (bare.place_kind[place] != BOBBIN_LOST)
            continue;
        bare.place_kind[place] = BOBBIN_SAME;
        *lost |= 1u << place;
    }
    return bare;
}

/* RULE as a word with registers that are lost; false when it has none. */
static bool encode_lost(const struct bobbin_rule *rule, uint32_t *word)
{
    uint32_t lost;
    struct bobbin_rule bare = without_lost(rule, BOBBIN_PLACE_D8, &lost);

    if (!lost || !encode_compact(&bare, word) || *word >> FORMAT_RULE_REGISTER_SHIFT)
        return false;
    *word |= KNOWN_LONG | lost << FORMAT_LOST_SHIFT;
    return true;
}

bool encode_word(const struct bobbin_rule *rule, uint32_t *word)
{
    if (encode_compact(rule, word) || encode_lost(rule, word))
        return true;
    if (!encode_run(rule, word))
        return false;
    *word |= FORMAT_RULE_RUN;
    return true;
}

static size_t put_head(uint32_t *out, uint32_t form, uint32_t cfa_register, uint32_t places)
{
    *out = form | cfa_register << FORMAT_LONG_REGISTER_SHIFT | places << FORMAT_LONG_PLACES_SHIFT;
    return 1;
}

/* RULE as FORMAT_FORM_WORD to OUT; 0: it is no such. */
static size_t encode_long_word(const struct bobbin_rule *rule, uint32_t *out)
{
    uint32_t lost;
    struct bobbin_rule bare = without_lost(rule, BOBBIN_PLACE_RA, &lost);

    if (!encode_compact(&bare, &out[1]))
        return 0;
    put_head(out, FORMAT_FORM_WORD, 0, lost);
    return 2;
}

size_t encode_long(const struct bobbin_rule *rule, uint32_t *out)
{
    size_t size = encode_long_word(rule, out);
    uint32_t places = 0;

    if (size)
        return size;
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (rule->place_kind[place] != BOBBIN_SAME)
            places |= 1u << place;
    size = put_head(out, rule->form, rule->cfa_register, places);
    out[size++] = (uint32_t)rule->cfa_offset;
    if (rule->form == BOBBIN_FORM_DEREF)
        out[size++] = (uint32_t)rule->cfa_add;
    for (unsigned place = BOBBIN_PLACES; place-- > 0;)
        if (places >> place & 1)
            out[size++] = rule->place_kind[place] | (uint32_t)rule->place_value[place]
                                                        << FORMAT_PLACE_KIND_BITS;
    return size;
}

size_t encode_either(uint32_t condition, uint32_t number, uint32_t otherwise, uint32_t *out)
{
    size_t size = put_head(out, FORMAT_FORM_EITHER, condition, 0);

    out[size++] = number | otherwise << 16;
    return size;
}

/* Appends COUNT words to LONG_RULES and returns the word of a rule that is there. */
static uint32_t put_long(struct buffer *long_rules, const uint32_t *words, size_t count)
{
    uint32_t word = KNOWN_LONG | (uint32_t)long_rules->size / 4;

    for (size_t i = 0; i < count; i++)
        buffer_u32(long_rules, words[i]);
    return word;
}

uint32_t encode_rule(const struct bobbin_rule *rule, struct buffer *long_rules)
{
    uint32_t words[ENCODE_LONG_MAX];
    uint32_t word;

    if (rule->form == BOBBIN_FORM_ROOT)
        return FORMAT_RULE_ROOT;
    if (encode_word(rule, &word))
        return word;
    return put_long(long_rules, words, encode_long(rule, words));
}

/* The word of ENTRY, which is none of a halfword. */
static uint32_t encode_entry(const struct dictionary *dictionary,
                             const struct dictionary_rule *entry, struct buffer *long_rules)
{
    uint32_t words[ENCODE_LONG_MAX];
    size_t count;

    if (entry->condition == CONDITION_ALWAYS)
        return encode_rule(&entry->rule, long_rules);
    count = encode_either(entry->condition, dictionary_plain(dictionary, &entry->rule),
                          dictionary_plain(dictionary, &entry->otherwise), words);
    return put_long(long_rules, words, count);
}

void encode_rules(const struct dictionary *dictionary, struct buffer *rules,
                  struct buffer *long_rules)
{
    buffer_u16(rules, (uint32_t)dictionary->count);
    buffer_u16(rules, dictionary->exidx_first);
    buffer_u16(rules, dictionary->short_count);
    buffer_u16(rules, dictionary->runs_count);
    for (size_t i = 0; i < dictionary->count; i++) {
        const struct dictionary_rule *entry = &dictionary->rule[i];
        uint32_t word = 0;
        if (entry->is_short) {
            encode_short(&entry->rule, &word);
            buffer_u16(rules, word);
            continue;
        }
        buffer_align(rules, 4);
        buffer_u32(rules, encode_entry(dictionary, entry, long_rules));
    }
    buffer_align(rules, 4);
}
