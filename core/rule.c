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
        if (rule->word & FORMAT_RULE_GAP)
            rule->slot -= 4;
        rule->word &= ~FORMAT_RULE_GAP;
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
    bool is_callee_saved = place->value >= 4 && place->value <= 11;
    bool is_general = (place->value >= 0 && place->value <= 12) || place->value == BOBBIN_LR;

    if (place->place >= BOBBIN_PLACES || place->kind == BOBBIN_SAME ||
        place->kind > BOBBIN_SLOT_HIGH)
        return false;
    if (place->kind > BOBBIN_REGISTER)
        return is_vfp;
    return place->kind != BOBBIN_REGISTER ||
           (!is_vfp && is_general && (!is_callee_saved || place->place == BOBBIN_PLACE_RA));
}

static bool next_long(struct rule *rule, struct rule_place *out)
{
    uint32_t byte = bytes_next_u8(&rule->reader);

    rule->places_left--;
    out->place = (uint8_t)field(byte, 0, FORMAT_PLACE_BITS);
    out->kind = (uint8_t)(byte >> FORMAT_PLACE_BITS);
    out->value = 0;
    if (out->kind == BOBBIN_REGISTER)
        out->value = (int32_t)bytes_next_u8(&rule->reader);
    else if (out->kind != BOBBIN_LOST)
        out->value = bytes_next_sleb128(&rule->reader);
    if (rule->reader.failed || out->place < rule->places_from || !is_right(out))
        rule->form = BOBBIN_FORM_NONE;
    rule->places_from = (uint8_t)(out->place + 1);
    return rule->form != BOBBIN_FORM_NONE;
}

/* ---- rules by number -------------------------------------------------------------------------- */

/* Bit n of entry i: condition 2 i holds with the flags NZCV = n (ARM ARM A8.3.1); 2 i + 1 does not. */
static const uint16_t holding_flags[] = {0xf0f0, 0xcccc, 0xff00, 0xaaaa, 0x0c0c, 0xaa55, 0x0a05};

static bool holds(uint32_t condition, uint32_t cpsr)
{
    return (holding_flags[condition >> 1] >> (cpsr >> 28) & 1) != (condition & 1);
}

/* A halfword rule as a word. */
static uint32_t lengthen(uint32_t half)
{
    return BOBBIN_SP | field(half, 0, FORMAT_SHORT_LAYOUT_BITS) << FORMAT_RULE_MASK_SHIFT |
           half >> FORMAT_SHORT_LAYOUT_BITS << FORMAT_RULE_CFA_SHIFT;
}

/* The word of rule NUMBER, and in READER the bytes of a long rule; false when there is no such rule. */
static bool find_word(const struct bobbin_table *table, uint32_t number, uint32_t *word,
                      struct bytes_reader *reader)
{
    const uint8_t *rules = table->bytes + table->rules;
    uint32_t offset = FORMAT_RULES_HEADER_BYTES + 2 * (number - 1);
    uint32_t shorts;

    if (number == 0 || table->rules_size < FORMAT_RULES_HEADER_BYTES || number > bytes_u16(rules))
        return false;
    shorts = bytes_u16(rules + 4);
    if (number > shorts)
        offset = FORMAT_RULES_HEADER_BYTES + 2 * (shorts + (shorts & 1)) +
                 4 * (number - shorts - 1);
    if (offset + 4 > table->rules_size + (number <= shorts ? 2 : 0))
        return false;
    reader->failed = false;
    reader->at = reader->end = table->bytes + table->long_rules + table->long_rules_size;
    if (number <= shorts) {
        *word = lengthen(bytes_u16(rules + offset));
        return true;
    }
    *word = bytes_u32(rules + offset);
    if (!(*word & FORMAT_RULE_LONG))
        return true;
    if ((*word & ~FORMAT_RULE_LONG) < table->long_rules_size)
        reader->at = table->bytes + table->long_rules + (*word & ~FORMAT_RULE_LONG);
    return reader->at < reader->end;
}

/* The number of the one of two rules that the flags choose; 0 when the bytes make none. */
static uint32_t choose(struct bytes_reader *reader, const uint32_t *cpsr)
{
    uint32_t condition = bytes_next_u8(reader);
    uint32_t number[2];

    for (uint32_t i = 0; i < 2; i++) {
        number[i] = bytes_next_u8(reader);
        number[i] |= bytes_next_u8(reader) << 8;
    }
    if (reader->failed || condition >= 14)
        return 0;
    return number[cpsr && !holds(condition, *cpsr)];
}

void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t number,
               const uint32_t *cpsr)
{
    uint32_t word;

    rule_open_leaf(rule);
    rule->form = BOBBIN_FORM_NONE;
    if (!find_word(table, number, &word, &rule->reader))
        return;
    if ((word & FORMAT_RULE_LONG) && *rule->reader.at == FORMAT_FORM_EITHER) {
        rule->reader.at++;
        if (!find_word(table, choose(&rule->reader, cpsr), &word, &rule->reader))
            return;
    }
    if (word & FORMAT_RULE_LONG) {
        open_long(rule);
        return;
    }
    rule->form = BOBBIN_FORM_FRAME;
    open_compact(rule, word);
}

bool rule_next_place(struct rule *rule, struct rule_place *out)
{
    if (rule->form == BOBBIN_FORM_NONE)
        return false;
    if (rule->word)
        return next_compact(rule, out);
    return rule->places_left > 0 && next_long(rule, out);
}
