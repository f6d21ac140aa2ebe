/* SPDX-License-Identifier: MIT */
#include "rule.h"

#include "format.h"

/* ---- compact rules ---------------------------------------------------------------------------- */

void rule_open_word(struct rule *rule, uint32_t word)
{
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = (uint8_t)rule_register(word);
    rule->places_left = 0;
    rule->places_from = BOBBIN_PLACE_RA;
    rule->cfa_offset = 4 * (int32_t)bytes_field(word, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
    rule->word = word;
    rule->slot = -4 * (int32_t)bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);
    rule->keep = ~0u;
    rule->at = 0;
    if (!rule_word_is_right(word))
        rule->form = BOBBIN_FORM_NONE;
}

uint32_t rule_saved(uint32_t word)
{
    uint32_t doubles = (1u << bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS)) - 1;

    return (word & FORMAT_RULE_MASK) << 4 | (word & FORMAT_RULE_RA) << 7 | doubles << 24;
}

/* The number of the highest bit of MASK, which is not 0. */
static uint32_t highest(uint32_t mask)
{
    return 31u - (uint32_t)__builtin_clz(mask);
}

static bool next_lost(struct rule *rule, struct rule_place *out)
{
    if (rule->places_from == BOBBIN_PLACE_RA)
        return false;
    out->place = rule->places_from++;
    out->kind = BOBBIN_LOST;
    out->value = 0;
    return true;
}

/* Takes the highest slot out of the word. */
static bool next_compact(struct rule *rule, struct rule_place *out)
{
    uint32_t word = rule->word;
    uint32_t mask = word & FORMAT_RULE_MASK;
    uint32_t size = 4;

    if (word & FORMAT_RULE_RA) {
        word &= ~FORMAT_RULE_RA;
        out->place = BOBBIN_PLACE_RA;
    } else if (mask) {
        if ((word & FORMAT_RULE_SPLIT) && (mask & 15))
            mask &= 15;
        out->place = (uint8_t)highest(mask);
        word &= ~(1u << out->place);
    } else if (bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS)) {
        if (word & FORMAT_RULE_GAP)
            rule->slot -= 4;
        word = (word & ~FORMAT_RULE_GAP) - (1u << FORMAT_RULE_VFP_SHIFT);
        out->place = (uint8_t)(BOBBIN_PLACE_D8 +
                               bytes_field(word, FORMAT_RULE_VFP_SHIFT, FORMAT_RULE_VFP_BITS));
        size = 8;
    } else {
        return next_lost(rule, out);
    }
    rule->word = word;
    rule->slot -= (int32_t)size;
    out->kind = BOBBIN_SLOT;
    out->value = rule->slot;
    return true;
}

/* ---- long rules ------------------------------------------------------------------------------- */

static uint32_t next_byte(struct rule *rule)
{
    if (rule->at != rule->end)
        return *rule->at++;
    rule->form = BOBBIN_FORM_NONE;
    return 0;
}

static int32_t next_sleb128(struct rule *rule)
{
    uint32_t value = 0, shift = 0;
    uint32_t byte;

    do
        byte = next_byte(rule);
    while (bytes_sleb128_goes_on(byte, &value, &shift));
    if (byte & 0x80)
        rule->form = BOBBIN_FORM_NONE;
    return (int32_t)value;
}

static void open_long_word(struct rule *rule)
{
    uint32_t word = 0;
    int32_t cfa_offset;

    for (uint32_t shift = 0; shift < 32; shift += 8)
        word |= next_byte(rule) << shift;
    cfa_offset = next_sleb128(rule);
    if (rule->form == BOBBIN_FORM_NONE)
        return;
    rule_open_word(rule, word);
    rule->cfa_offset = cfa_offset;
    if (word & FORMAT_WORD_LOST)
        rule->places_from = (uint8_t)(BOBBIN_PLACE_D8 + bytes_field(word, FORMAT_RULE_VFP_SHIFT,
                                                                    FORMAT_RULE_VFP_BITS));
}

static void open_long(struct rule *rule)
{
    uint32_t form = next_byte(rule);

    if (form == FORMAT_FORM_WORD && rule->form != BOBBIN_FORM_NONE) {
        open_long_word(rule);
        return;
    }
    rule->cfa_register = 0;
    rule->places_from = 0;
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

bool rule_place_is_right(const struct rule_place *place)
{
    bool is_vfp = place->place >= BOBBIN_PLACE_D8 && place->place < BOBBIN_PLACE_RA;
    uint32_t source = (uint32_t)place->value;

    if (place->place > BOBBIN_PLACE_RA || place->kind == BOBBIN_SAME ||
        place->kind > BOBBIN_SLOT_HIGH)
        return false;
    if (place->kind > BOBBIN_REGISTER)
        return is_vfp;
    /* r4-r11 are restored themselves; sp and pc are no places of values */
    return place->kind != BOBBIN_REGISTER ||
           (!is_vfp && source <= BOBBIN_LR && source != BOBBIN_SP &&
            (source < 4 || source > 11 || place->place == BOBBIN_PLACE_RA));
}

static bool next_long(struct rule *rule, struct rule_place *out)
{
    uint32_t byte, number;

    if (!rule->places_left)
        return false;
    rule->places_left--;
    byte = next_byte(rule);
    out->place = (uint8_t)bytes_field(byte, 0, FORMAT_PLACE_BITS);
    out->kind = (uint8_t)(byte >> FORMAT_PLACE_BITS);
    out->value = 0;
    if (out->kind == BOBBIN_REGISTER)
        out->value = (int32_t)next_byte(rule);
    else if (out->kind != BOBBIN_LOST)
        out->value = next_sleb128(rule);
    /* The return address has the highest number and comes first: behind any other place it is out of order. */
    number = out->place == BOBBIN_PLACE_RA ? 0 : out->place + 1u;
    if (number < rule->places_from || !rule_place_is_right(out))
        rule->form = BOBBIN_FORM_NONE;
    rule->places_from = (uint8_t)(number + 1);
    return rule->form != BOBBIN_FORM_NONE;
}

/* ---- expanded rules --------------------------------------------------------------------------- */

static bool next_expanded(struct rule *rule, struct rule_place *out)
{
    if (!rule->word)
        return false;
    out->place = (uint8_t)highest(rule->word);
    out->kind = rule->expanded->place_kind[out->place];
    out->value = rule->expanded->place_value[out->place];
    rule->word &= ~(1u << out->place);
    return true;
}

/* ---- all -------------------------------------------------------------------------------------- */

/* A slot that is not kept is no place: the register is still what it was. */
static bool is_kept(const struct rule *rule, const struct rule_place *place)
{
    return place->kind != BOBBIN_SLOT || (rule->keep >> rule_bit(place->place) & 1);
}

bool rule_next_place(struct rule *rule, struct rule_place *out)
{
    /* Of one that makes no sense all may be out of range. */
    while (rule->form != BOBBIN_FORM_NONE) {
        bool found = !rule->at   ? next_compact(rule, out)
                     : rule->end ? next_long(rule, out)
                                 : next_expanded(rule, out);
        if (!found || is_kept(rule, out))
            return found;
    }
    return false;
}

/* ---- rules by number -------------------------------------------------------------------------- */

/* The word that HALF, a halfword, stands for. */
static uint32_t rule_of_half(uint32_t half)
{
    uint32_t shift = FORMAT_HALF_COUNT_BITS;
    uint32_t mask = (1u << (half & FORMAT_HALF_COUNT_MAX)) - 1;

    if (half & FORMAT_HALF_MASK) {
        shift = FORMAT_HALF_MASK_BITS;
        mask = half;
    }
    mask &= FORMAT_RULE_MASK;
    if ((half & FORMAT_HALF_MASK) || !(half & FORMAT_HALF_LR))
        mask |= FORMAT_RULE_RA;
    return mask | bytes_field(half, shift, FORMAT_HALF_CFA_BITS) << FORMAT_RULE_CFA_SHIFT;
}

uint32_t rule_word(const struct bobbin_table *table, uint32_t number)
{
    if (number < table->shorts_count)
        return rule_of_half(bytes_half(table->shorts + 2 * number));
    number -= table->shorts_count;
    return number < table->words_count ? bytes_word(table->words + 4 * number) : ~0u;
}

/* Bit n of entry i: condition 2 i holds with the flags NZCV = n (ARM ARM A8.3.1); 2 i + 1 does not. */
static bool holds(uint32_t condition, uint32_t cpsr)
{
    static const uint16_t flags[] = {0xf0f0, 0xcccc, 0xff00, 0xaaaa, 0x0c0c, 0xaa55, 0x0a05};

    return (flags[condition >> 1] >> (cpsr >> 28) & 1) != (condition & 1);
}

/* The rule of WORD; false when there is none. */
static bool open_word(struct rule *rule, const struct bobbin_table *table, uint32_t word)
{
    bool is_long = word & FORMAT_RULE_LONG;

    rule_open_word(rule, is_long ? 0 : word);
    if (is_long)
        rule->at = rule_long(table, word, &rule->end);
    return !is_long || rule->at;
}

/* The number of the one of two rules that the flags choose; 0 when the bytes make none. */
static uint32_t choose(const struct rule *rule, const uint32_t *cpsr)
{
    const uint8_t *at = rule->at;

    if (rule->end - at < 6 || at[1] >= 14)
        return 0;
    return bytes_u16(at + (cpsr && !holds(at[1], *cpsr) ? 4 : 2));
}

void rule_open_any(struct rule *rule, const struct bobbin_table *table, uint32_t word,
                   const uint32_t *cpsr)
{
    bool found = open_word(rule, table, word);

    if (found && rule->at && *rule->at == FORMAT_FORM_EITHER)
        found = open_word(rule, table, rule_word(table, choose(rule, cpsr) - 1));
    if (!found)
        rule->form = BOBBIN_FORM_NONE;
    else if (rule->at)
        open_long(rule);
}

void rule_open(struct rule *rule, const struct bobbin_table *table, uint32_t number,
               const uint32_t *cpsr)
{
    rule_open_any(rule, table, rule_word(table, number - 1), cpsr);
}
