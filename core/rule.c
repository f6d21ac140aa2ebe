/* SPDX-License-Identifier: MIT */
/* From the number of a rule to the rule. */
#include "bytes.h"
#include "format.h"
#include "table.h"

static uint32_t field(uint32_t word, uint32_t shift, uint32_t bits)
{
    return word >> shift & ((1u << bits) - 1);
}

/* Field by field: a struct assignment may become a call of memset. */
static void start_rule(struct bobbin_rule *rule, uint32_t form)
{
    rule->form = (uint8_t)form;
    rule->cfa_register = 0;
    rule->cfa_offset = 0;
    rule->cfa_add = 0;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++) {
        rule->place_kind[i] = BOBBIN_SAME;
        rule->place_value[i] = 0;
    }
}

static void add_slot(struct bobbin_rule *rule, uint32_t place, int32_t offset)
{
    rule->place_kind[place] = BOBBIN_SLOT;
    rule->place_value[place] = offset;
}

/* Puts the registers of MASK (bit 0: r4) below OFFSET, highest first; returns the lowest slot. */
static int32_t add_slots(struct bobbin_rule *rule, uint32_t mask, int32_t offset)
{
    for (uint32_t i = 8; i-- > 0;)
        if (mask >> i & 1) {
            offset -= 4;
            add_slot(rule, BOBBIN_PLACE_R4 + i, offset);
        }
    return offset;
}

static bool decode_compact(uint32_t word, struct bobbin_rule *rule)
{
    uint32_t mask = field(word, FORMAT_RULE_MASK_SHIFT, FORMAT_RULE_MASK_BITS);
    uint32_t vfp = field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS);
    int32_t offset = -4 * (int32_t)field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);

    start_rule(rule, BOBBIN_FORM_FRAME);
    rule->cfa_register = (uint8_t)field(word, 0, FORMAT_RULE_REGISTER_BITS);
    rule->cfa_offset = 4 * (int32_t)field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
    if (rule->cfa_register == BOBBIN_PC || vfp > 8)
        return false;
    if (word & FORMAT_RULE_RA) {
        offset -= 4;
        add_slot(rule, BOBBIN_PLACE_RA, offset);
    }
    if (word & FORMAT_RULE_SPLIT) {
        offset = add_slots(rule, mask & 0x0f, offset);
        mask &= 0xf0;
    }
    offset = add_slots(rule, mask, offset);
    while (vfp-- > 0) {
        offset -= 8;
        add_slot(rule, BOBBIN_PLACE_D8 + vfp, offset);
    }
    return true;
}

static bool decode_place(struct bytes_reader *reader, struct bobbin_rule *rule)
{
    uint32_t byte = bytes_next_u8(reader);
    uint32_t place = field(byte, 0, FORMAT_PLACE_BITS);
    uint32_t kind = byte >> FORMAT_PLACE_BITS;
    bool is_vfp = place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA;
    int32_t value = 0;

    if (place >= BOBBIN_PLACES || kind > BOBBIN_REGISTER || (kind == BOBBIN_REGISTER && is_vfp))
        return false;
    if (kind == BOBBIN_SLOT)
        value = bytes_next_sleb128(reader);
    if (kind == BOBBIN_REGISTER) {
        value = (int32_t)bytes_next_u8(reader);
        if (value > BOBBIN_LR || value == BOBBIN_SP || (value > 3 && value < 12))
            return false;
    }
    rule->place_kind[place] = (uint8_t)kind;
    rule->place_value[place] = value;
    return !reader->failed;
}

static bool decode_long(struct bytes_reader *reader, struct bobbin_rule *rule)
{
    uint32_t form = bytes_next_u8(reader);

    start_rule(rule, form);
    if (form == BOBBIN_FORM_ROOT)
        return !reader->failed;
    if (form != BOBBIN_FORM_FRAME && form != BOBBIN_FORM_DEREF)
        return false;
    rule->cfa_register = (uint8_t)bytes_next_u8(reader);
    rule->cfa_offset = bytes_next_sleb128(reader);
    if (form == BOBBIN_FORM_DEREF)
        rule->cfa_add = bytes_next_sleb128(reader);
    for (uint32_t i = bytes_next_u8(reader); i > 0; i--)
        if (!decode_place(reader, rule))
            return false;
    return !reader->failed && rule->cfa_register < BOBBIN_PC;
}

void rule_leaf(struct bobbin_rule *rule)
{
    start_rule(rule, BOBBIN_FORM_FRAME);
    rule->cfa_register = BOBBIN_SP;
}

bool table_rule(const struct bobbin_table *table, uint32_t number, struct bobbin_rule *rule)
{
    const uint8_t *rules = table->bytes + table->rules;
    uint32_t word, offset;

    if (number == 0 || table->rules_size < FORMAT_RULES_HEADER_BYTES || number > bytes_u16(rules) ||
        number > (table->rules_size - FORMAT_RULES_HEADER_BYTES) / 4)
        return false;
    word = bytes_u32(rules + 4 * number);
    if (!(word & FORMAT_RULE_LONG))
        return decode_compact(word, rule);
    offset = word & ~FORMAT_RULE_LONG;
    if (offset >= table->long_rules_size)
        return false;
    const uint8_t *section = table->bytes + table->long_rules;
    struct bytes_reader reader = {section + offset, section + table->long_rules_size, false};
    return decode_long(&reader, rule);
}
