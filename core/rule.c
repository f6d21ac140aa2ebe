/* SPDX-License-Identifier: MIT */
#include "rule.h"

#include "bytes.h"
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
    rule->cfa_offset = 0;
    rule->cfa_add = 0;
    rule->word = 0;
    rule->keep = ~0u;
}

void rule_set_word(struct rule *rule, uint32_t word)
{
    rule->cfa_register = (uint8_t)field(word, 0, FORMAT_RULE_REGISTER_BITS);
    rule->cfa_offset = 4 * (int32_t)field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
    rule->word = word;
    if (rule->cfa_register == BOBBIN_PC || (word >> FORMAT_RULE_VFP_SHIFT & 15) > 8)
        rule->form = BOBBIN_FORM_NONE;
}

uint32_t rule_home_bytes(uint32_t word)
{
    return 4 * field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);
}

/* ---- long rules ------------------------------------------------------------------------------- */

static uint32_t next_byte(struct rule *rule)
{
    if (rule->at != rule->end)
        return *rule->at++;
    rule->form = BOBBIN_FORM_NONE;
    return 0;
}

/* DWARF 5, 7.6: signed LEB128, of 5 bytes at most. */
static int32_t next_sleb128(struct rule *rule)
{
    uint32_t value = 0;
    uint32_t shift = 0;
    uint32_t byte;

    do {
        byte = next_byte(rule);
        value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && shift < 35);
    if (byte & 0x80)
        rule->form = BOBBIN_FORM_NONE;
    if (shift < 32 && (byte & 0x40))
        value |= ~0u << shift;
    return (int32_t)value;
}

static void open_long(struct rule *rule)
{
    uint32_t form = next_byte(rule);

    if (form == BOBBIN_FORM_FRAME || form == BOBBIN_FORM_DEREF) {
        rule->cfa_register = (uint8_t)next_byte(rule);
        rule->cfa_offset = next_sleb128(rule);
        if (form == BOBBIN_FORM_DEREF)
            rule->cfa_add = next_sleb128(rule);
        rule->places_left = (uint8_t)next_byte(rule);
    }
    if (rule->cfa_register >= BOBBIN_PC || form > BOBBIN_FORM_ROOT)
        form = BOBBIN_FORM_NONE;
    if (rule->form != BOBBIN_FORM_NONE)
        rule->form = (uint8_t)form;
}

bool rule_next_place(struct rule *rule, struct rule_place *out)
{
    uint32_t byte;

    if (!rule->places_left)
        return false;
    rule->places_left--;
    byte = next_byte(rule);
    out->place = (uint8_t)field(byte, 0, FORMAT_PLACE_BITS);
    out->kind = (uint8_t)(byte >> FORMAT_PLACE_BITS);
    out->value = 0;
    if (out->kind == BOBBIN_REGISTER)
        out->value = (int32_t)(next_byte(rule) & 15);
    else if (out->kind != BOBBIN_LOST)
        out->value = next_sleb128(rule);
    if (out->place > BOBBIN_PLACE_RA)
        rule->form = BOBBIN_FORM_NONE;
    return rule->form != BOBBIN_FORM_NONE;
}

/* ---- rules by number -------------------------------------------------------------------------- */

/* Bit n of entry i: condition 2 i holds with the flags NZCV = n (ARM ARM A8.3.1); 2 i + 1 does not. */
static const uint16_t holding_flags[] = {0xf0f0, 0xcccc, 0xff00, 0xaaaa, 0x0c0c, 0xaa55, 0x0a05};

static bool holds(uint32_t condition, uint32_t cpsr)
{
    return (holding_flags[condition >> 1] >> (cpsr >> 28) & 1) != (condition & 1);
}

/* Opens rule NUMBER, a long one not yet; false when there is no such rule. */
static bool open_word(struct rule *rule, const struct bobbin_table *table, uint32_t number)
{
    const uint8_t *rules = table->bytes + table->rules;
    uint32_t shorts = bytes_u16(rules + 4);
    uint32_t offset = FORMAT_RULES_HEADER_BYTES + 2 * (number - 1);
    uint32_t word;

    if (number > shorts)
        offset += 2 * (number - 1 - shorts + (shorts & 1));
    if (number - 1 >= bytes_u16(rules) || offset + (number > shorts ? 4 : 2) > table->rules_size)
        return false;
    if (number <= shorts) {
        word = bytes_u16(rules + offset);
        word = BOBBIN_SP | field(word, 0, FORMAT_SHORT_LAYOUT_BITS) << FORMAT_RULE_MASK_SHIFT |
               word >> FORMAT_SHORT_LAYOUT_BITS << FORMAT_RULE_CFA_SHIFT;
    } else {
        word = bytes_u32(rules + offset);
    }
    if (!(word & FORMAT_RULE_LONG)) {
        rule_set_word(rule, word);
        return true;
    }
    word &= ~FORMAT_RULE_LONG;
    rule->at = table->bytes + table->long_rules + word;
    rule->end = table->bytes + table->long_rules + table->long_rules_size;
    return word < table->long_rules_size;
}

/* The number of the one of two rules that the flags choose; 0 when the bytes make none. */
static uint32_t choose(struct rule *rule, const uint32_t *cpsr)
{
    uint32_t condition = next_byte(rule);
    uint32_t number;

    if (condition >= 14 || rule->end - rule->at < 4)
        return 0;
    number = cpsr && !holds(condition, *cpsr) ? 2 : 0;
    return bytes_u16(rule->at + number);
}

void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t number,
               const uint32_t *cpsr)
{
    bool found;

    rule_open_leaf(rule);
    found = open_word(rule, table, number);
    if (found && !rule->word && *rule->at == FORMAT_FORM_EITHER) {
        rule->at++;
        found = open_word(rule, table, choose(rule, cpsr));
    }
    if (!found)
        rule->form = BOBBIN_FORM_NONE;
    else if (!rule->word)
        open_long(rule);
}
