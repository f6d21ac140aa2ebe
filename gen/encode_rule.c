/* SPDX-License-Identifier: MIT */
/* Rules to words and bytes. */
#include "encode_rule.h"

#include <string.h>

#include "diag.h"
#include "encode.h"
#include "format.h"

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
    *word = layout.mask | (layout.ra ? FORMAT_RULE_RA : 0) | words << FORMAT_RULE_CFA_SHIFT |
            (uint32_t)(rule->cfa_register ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT |
            layout.vfp << FORMAT_RULE_VFP_SHIFT | layout.home << FORMAT_RULE_HOME_SHIFT |
            (layout.gap ? FORMAT_RULE_GAP : 0) | (layout.split ? FORMAT_RULE_SPLIT : 0);
    return true;
}

bool encode_short(const struct bobbin_rule *rule, uint32_t *half)
{
    uint32_t word, mask, words;
    bool is_run;

    if (!encode_compact(rule, &word) || word >> (FORMAT_RULE_CFA_SHIFT + FORMAT_HALF_CFA_BITS))
        return false;
    mask = word & FORMAT_RULE_MASK;
    words = word >> FORMAT_RULE_CFA_SHIFT;
    is_run = !(mask & (mask + 1));
    if (is_run)
        *half = words << FORMAT_HALF_COUNT_BITS | (uint32_t)__builtin_popcount(mask) |
                (word & FORMAT_RULE_RA ? 0 : FORMAT_HALF_LR);
    else
        *half = FORMAT_HALF_MASK | words << FORMAT_HALF_MASK_BITS | mask;
    return is_run || (word & FORMAT_RULE_RA);
}

static size_t put_sleb(uint8_t *out, int32_t value)
{
    size_t size = 0;
    bool more;

    do {
        uint8_t byte = value & 0x7f;
        value >>= 7;
        more = !((value == 0 && !(byte & 0x40)) || (value == -1 && (byte & 0x40)));
        out[size++] = (uint8_t)(byte | (more ? 0x80 : 0));
    } while (more);
    return size;
}

static size_t encode_places(const struct bobbin_rule *rule, uint8_t *out)
{
    size_t size = 0;
    size_t count_at;

    out[size++] = rule->form;
    if (rule->form == BOBBIN_FORM_ROOT)
        return size;
    out[size++] = rule->cfa_register;
    size += put_sleb(out + size, rule->cfa_offset);
    if (rule->form == BOBBIN_FORM_DEREF)
        size += put_sleb(out + size, rule->cfa_add);
    count_at = size++;
    out[count_at] = 0;
    for (unsigned i = 0; i < BOBBIN_PLACES; i++) {
        unsigned place = i == 0 ? BOBBIN_PLACE_RA : i - 1;
        uint32_t kind = rule->place_kind[place];
        if (kind == BOBBIN_SAME)
            continue;
        out[count_at]++;
        out[size++] = (uint8_t)(kind << FORMAT_PLACE_BITS | place);
        if (kind == BOBBIN_REGISTER)
            out[size++] = (uint8_t)rule->place_value[place];
        else if (kind != BOBBIN_LOST)
            size += put_sleb(out + size, rule->place_value[place]);
    }
    return size;
}

/* RULE as FORMAT_FORM_WORD to OUT; 0: it is no such. */
static size_t encode_long_word(const struct bobbin_rule *rule, uint8_t *out)
{
    struct bobbin_rule bare = *rule;
    unsigned lost_from = BOBBIN_PLACE_RA;
    uint32_t word;

    bare.cfa_offset = 0;
    while (lost_from > BOBBIN_PLACE_D8 && bare.place_kind[lost_from - 1] == BOBBIN_LOST)
        bare.place_kind[--lost_from] = BOBBIN_SAME;
    if (!encode_compact(&bare, &word))
        return 0;
    if (lost_from < BOBBIN_PLACE_RA) {
        if (lost_from - BOBBIN_PLACE_D8 != (word >> FORMAT_RULE_VFP_SHIFT & 15))
            return 0;
        word |= FORMAT_WORD_LOST;
    }
    out[0] = FORMAT_FORM_WORD;
    for (unsigned i = 0; i < 4; i++)
        out[1 + i] = (uint8_t)(word >> 8 * i);
    return 5 + put_sleb(out + 5, rule->cfa_offset);
}

size_t encode_long(const struct bobbin_rule *rule, uint8_t *out)
{
    uint8_t word[ENCODE_LONG_MAX];
    size_t word_size = encode_long_word(rule, word);
    size_t size = encode_places(rule, out);

    if (word_size == 0 || word_size >= size)
        return size;
    memcpy(out, word, word_size);
    return word_size;
}

size_t encode_either(uint32_t condition, uint32_t number, uint32_t otherwise, uint8_t *out)
{
    const uint8_t bytes[] = {FORMAT_FORM_EITHER,     (uint8_t)condition, (uint8_t)number,
                             (uint8_t)(number >> 8), (uint8_t)otherwise, (uint8_t)(otherwise >> 8)};

    memcpy(out, bytes, sizeof(bytes));
    return sizeof(bytes);
}

/* The bytes of ENTRY in LONG_RULES. */
static size_t long_bytes(const struct dictionary *dictionary, const struct dictionary_rule *entry,
                         uint8_t *out)
{
    if (entry->condition == CONDITION_ALWAYS)
        return encode_long(&entry->rule, out);
    return encode_either(entry->condition, dictionary_plain(dictionary, &entry->rule),
                         dictionary_plain(dictionary, &entry->otherwise), out);
}

void encode_rules(const struct dictionary *dictionary, struct buffer *rules,
                  struct buffer *long_rules)
{
    buffer_u16(rules, (uint32_t)dictionary->count);
    buffer_u16(rules, dictionary->exidx_first);
    buffer_u16(rules, dictionary->short_count);
    buffer_u16(rules, 0);
    for (size_t i = 0; i < dictionary->count; i++) {
        const struct dictionary_rule *entry = &dictionary->rule[i];
        uint8_t bytes[ENCODE_LONG_MAX];
        uint32_t word = 0;
        if (entry->is_short) {
            encode_short(&entry->rule, &word);
            buffer_u16(rules, word);
            continue;
        }
        buffer_align(rules, 4);
        if (entry->condition != CONDITION_ALWAYS || !encode_compact(&entry->rule, &word)) {
            word = FORMAT_RULE_LONG | (uint32_t)long_rules->size;
            buffer_put(long_rules, bytes, long_bytes(dictionary, entry, bytes));
        }
        buffer_u32(rules, word);
    }
    buffer_align(rules, 4);
}
