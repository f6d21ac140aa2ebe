/* SPDX-License-Identifier: MIT */
#include "rule.h"

#include "format.h"

static uint32_t field(uint32_t word, uint32_t shift, uint32_t bits)
{
    return word >> shift & ((1u << bits) - 1);
}

void rule_open_leaf(struct rule *rule)
{
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = BOBBIN_SP;
    rule->places_left = 0;
    rule->places_from = 0;
    rule->cfa_offset = 0;
    rule->cfa_add = 0;
    rule->word = 0;
    rule->slot = 0;
}

/* ---- compact rules ---------------------------------------------------------------------------- */

static void open_compact(struct rule *rule, uint32_t word)
{
    rule->cfa_register = (uint8_t)field(word, 0, FORMAT_RULE_REGISTER_BITS);
    rule->cfa_offset = 4 * (int32_t)field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
    rule->slot = -4 * (int32_t)field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);
    rule->word = word;
    if (rule->cfa_register == BOBBIN_PC ||
        field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS) > 8)
        rule->form = BOBBIN_FORM_NONE;
}

/* The highest register of the mask that is left; with split, r7 to r4 come first. */
static uint32_t next_of_mask(uint32_t word)
{
    uint32_t mask = field(word, FORMAT_RULE_MASK_SHIFT, FORMAT_RULE_MASK_BITS);
    uint32_t i = 7;

    if ((word & FORMAT_RULE_SPLIT) && (mask & 0x0f))
        mask &= 0x0f;
    while (!(mask >> i & 1))
        i--;
    return i;
}

static bool next_compact(struct rule *rule, struct rule_place *out)
{
    const uint32_t mask = ((1u << FORMAT_RULE_MASK_BITS) - 1) << FORMAT_RULE_MASK_SHIFT;
    uint32_t vfp = field(rule->word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);
    uint32_t i;

    rule->slot -= 4;
    if (rule->word & FORMAT_RULE_RA) {
        rule->word &= ~FORMAT_RULE_RA;
        out->place = BOBBIN_PLACE_RA;
    } else if (rule->word & mask) {
        i = next_of_mask(rule->word);
        rule->word &= ~(1u << (FORMAT_RULE_MASK_SHIFT + i));
        out->place = (uint8_t)(BOBBIN_PLACE_R4 + i);
    } else if (vfp > 0) {
        rule->slot -= 4;
        rule->word -= 1u << FORMAT_RULE_VFP_SHIFT;
        out->place = (uint8_t)(BOBBIN_PLACE_D8 + vfp - 1);
    } else {
        rule->word = 0;
        return false;
    }
    out->kind = BOBBIN_SLOT;
    out->value = rule->slot;
    return true;
}

/* ---- long rules ------------------------------------------------------------------------------- */

static void open_long(struct rule *rule)
{
    struct bytes_reader *reader = &rule->reader;

    rule->form = (uint8_t)bytes_next_u8(reader);
    rule->cfa_register = 0;
    if (rule->form == BOBBIN_FORM_FRAME || rule->form == BOBBIN_FORM_DEREF) {
        rule->cfa_register = (uint8_t)bytes_next_u8(reader);
        rule->cfa_offset = bytes_next_sleb128(reader);
        if (rule->form == BOBBIN_FORM_DEREF)
            rule->cfa_add = bytes_next_sleb128(reader);
        rule->places_left = (uint8_t)bytes_next_u8(reader);
    }
    if (reader->failed || rule->cfa_register >= BOBBIN_PC || rule->form > BOBBIN_FORM_ROOT)
        rule->form = BOBBIN_FORM_NONE;
}

static bool is_right(const struct rule_place *place)
{
    bool is_vfp = place->place >= BOBBIN_PLACE_D8 && place->place < BOBBIN_PLACE_RA;
    bool is_scratch = place->value <= 3 || place->value == 12 || place->value == BOBBIN_LR;

    if (place->place >= BOBBIN_PLACES || place->kind == BOBBIN_SAME ||
        place->kind > BOBBIN_REGISTER)
        return false;
    return place->kind != BOBBIN_REGISTER || (!is_vfp && is_scratch);
}

static bool next_long(struct rule *rule, struct rule_place *out)
{
    uint32_t byte = bytes_next_u8(&rule->reader);

    rule->places_left--;
    out->place = (uint8_t)field(byte, 0, FORMAT_PLACE_BITS);
    out->kind = (uint8_t)(byte >> FORMAT_PLACE_BITS);
    out->value = 0;
    if (out->kind == BOBBIN_SLOT)
        out->value = bytes_next_sleb128(&rule->reader);
    if (out->kind == BOBBIN_REGISTER)
        out->value = (int32_t)bytes_next_u8(&rule->reader);
    if (rule->reader.failed || out->place < rule->places_from || !is_right(out))
        rule->form = BOBBIN_FORM_NONE;
    rule->places_from = (uint8_t)(out->place + 1);
    return rule->form != BOBBIN_FORM_NONE;
}

/* ---- both ------------------------------------------------------------------------------------- */

void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t number)
{
    const uint8_t *rules = table->bytes + table->rules;
    const uint8_t *long_rules = table->bytes + table->long_rules;
    uint32_t word, offset;

    rule_open_leaf(rule);
    rule->form = BOBBIN_FORM_NONE;
    if (number == 0 || table->rules_size < FORMAT_RULES_HEADER_BYTES || number > bytes_u16(rules) ||
        number > (table->rules_size - FORMAT_RULES_HEADER_BYTES) / 4)
        return;
    word = bytes_u32(rules + 4 * number);
    if (!(word & FORMAT_RULE_LONG)) {
        rule->form = BOBBIN_FORM_FRAME;
        open_compact(rule, word);
        return;
    }
    offset = word & ~FORMAT_RULE_LONG;
    if (offset >= table->long_rules_size)
        return;
    rule->reader.at = long_rules + offset;
    rule->reader.end = long_rules + table->long_rules_size;
    rule->reader.failed = false;
    open_long(rule);
}

bool rule_next_place(struct rule *rule, struct rule_place *out)
{
    if (rule->form == BOBBIN_FORM_NONE)
        return false;
    if (rule->word)
        return next_compact(rule, out);
    return rule->places_left > 0 && next_long(rule, out);
}
