/* SPDX-License-Identifier: MIT */
#include "foreign.h"

#include "apply.h"
#include "quick.h"

/* The parts of SECTION of TABLE; false where they are not all there. */
static bool find_parts(const struct bobbin_table *table, const struct bobbin_section *section,
                       struct foreign_table *foreign)
{
    const uint8_t *header = table->bytes + section->offset;
    uint32_t left = section->size_bytes - FORMAT_FOREIGN_HEADER_BYTES;
    const uint8_t *at = header + FORMAT_FOREIGN_HEADER_BYTES;

    for (uint32_t i = 0; i < FORMAT_FOREIGN_PARTS; i++) {
        uint32_t size = bytes_word(header + FORMAT_FOREIGN_SIZES + 4 * i);
        uint32_t padded = (size + 3) & ~3u;
        if (size > left || padded > left)
            return false;
        foreign->part[i].bytes = at;
        foreign->part[i].size_bytes = size;
        at += padded;
        left -= padded;
    }
    return true;
}

static void begin_rule(struct bobbin_rule *rule)
{
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = BOBBIN_SP;
    rule->cfa_offset = 0;
    rule->cfa_add = 0;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++) {
        rule->place_kind[i] = BOBBIN_SAME;
        rule->place_value[i] = 0;
    }
}

/* Whether place NUMBER of EXPANDED, which is told, makes sense. */
static bool is_right(const struct bobbin_rule *expanded, uint32_t number)
{
    bool is_vfp = number >= BOBBIN_PLACE_D8 && number < BOBBIN_PLACE_RA;
    uint32_t kind = expanded->place_kind[number];
    uint32_t source = (uint32_t)expanded->place_value[number];

    if (kind > BOBBIN_SLOT_HIGH)
        return false;
    if (kind > BOBBIN_REGISTER)
        return is_vfp;
    /* r4-r11 are restored themselves; sp and pc are no places of values */
    return kind != BOBBIN_REGISTER || (!is_vfp && source <= BOBBIN_LR && source != BOBBIN_SP &&
                                       (source < 4 || source > 11 || number == BOBBIN_PLACE_RA));
}

/* The places of MASK that are told. */
static uint32_t find_told(struct rule *rule, uint32_t mask)
{
    uint32_t told = 0;

    for (; mask; mask &= mask - 1) {
        uint32_t number = (uint32_t)__builtin_ctz(mask);
        uint32_t kind = rule->expanded->place_kind[number];
        if (kind == BOBBIN_SAME)
            continue;
        if (kind != BOBBIN_SLOT && !is_right(rule->expanded, number))
            rule->form = BOBBIN_FORM_NONE;
        told |= 1u << number;
    }
    return told;
}

/* RULE reads EXPANDED, of whose places only those of the mask PLACES are told; of form NONE where it makes no sense. */
static void open_expanded(struct rule *rule, const struct bobbin_rule *expanded, uint32_t places)
{
    rule->form = expanded->form;
    rule->cfa_register = expanded->cfa_register;
    rule->cfa_offset = expanded->cfa_offset;
    rule->cfa_add = expanded->cfa_add;
    rule->lost = 0;
    rule->at = 0;
    rule->expanded = expanded;
    rule->word = find_told(rule, places);
    if (rule->cfa_register >= BOBBIN_PC || rule->form > BOBBIN_FORM_ROOT)
        rule->form = BOBBIN_FORM_NONE;
}

/* The table of another format that has the frame of CURSOR; NULL when it is none. */
static __attribute__((noinline)) const struct bobbin_table *
find_table(const struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    struct table_answer answer;

    if (table_find(env, cursor, &answer) != BOBBIN_STOP_NO_RULE ||
        !env->tables[answer.table].section[FORMAT_SECTION_FOREIGN].size_bytes)
        return 0;
    return &env->tables[answer.table];
}

/*
 * What TABLE says of the frame of CURSOR, in EXPANDED, which RULE then reads. One that core could not go by is the
 * table's fault.
 */
static enum bobbin_stop read_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                  const struct bobbin_table *table, struct bobbin_rule *expanded,
                                  struct rule *rule)
{
    struct foreign_question question = {
        bobbin_lookup_address(cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind),
        cursor->kind == BOBBIN_KIND_EXACT};
    struct foreign_table foreign;
    const struct bobbin_section *section;
    const uint8_t *header;
    enum bobbin_stop reason;

    if (!table)
        return BOBBIN_STOP_NO_RULE;
    section = &table->section[FORMAT_SECTION_FOREIGN];
    if (section->size_bytes < FORMAT_FOREIGN_HEADER_BYTES || !find_parts(table, section, &foreign))
        return BOBBIN_STOP_CORRUPT;
    header = table->bytes + section->offset;
    if (bytes_word(header + FORMAT_FOREIGN_NUMBER) != env->foreign->number)
        return BOBBIN_STOP_NO_RULE;
    foreign.cache = table == env->tables ? env->foreign_cache : 0;
    foreign.cursor = cursor;
    foreign.env = env;
    foreign.load_bias = table->load_bias;
    question.address -= table->load_bias + bytes_word(header + FORMAT_FOREIGN_BASE);
    begin_rule(expanded);
    reason = env->foreign->read(&foreign, &question, expanded);
    if (reason != BOBBIN_STOP_NONE)
        return reason;
    open_expanded(rule, expanded, env->foreign->places);
    return rule->form == BOBBIN_FORM_NONE ? BOBBIN_STOP_CORRUPT : BOBBIN_STOP_NONE;
}

enum bobbin_stop foreign_rule_at(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                 struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    struct rule opened;
    enum bobbin_stop reason = read_rule(cursor, env, find_table(cursor, env), rule, &opened);

    (void)trust;
    if (reason != BOBBIN_STOP_NONE)
        rule->form = BOBBIN_FORM_NONE;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        if (!(env->foreign->places >> i & 1))
            rule->place_kind[i] = BOBBIN_LOST;
    return reason;
}

/* The registers that are not of PLACES: bits of valid. */
static uint32_t lost_registers(uint32_t places)
{
    return (~places & 0xff) << 4 | (~places >> BOBBIN_PLACE_D8 & 0xff) << 24;
}

bool foreign_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t pc = cursor->r[BOBBIN_PC];
    const struct bobbin_table *table = find_table(cursor, env);
    struct bobbin_rule expanded;
    struct reading reading;
    struct rule rule;
    enum bobbin_stop reason = read_rule(cursor, env, table, &expanded, &rule);

    if (reason == BOBBIN_STOP_UNREADABLE || reason == BOBBIN_STOP_BUDGET)
        pc = cursor->stop_value; /* of what was to be read */
    if (reason != BOBBIN_STOP_NONE)
        return apply_stop(cursor, reason, pc);
    cursor->stop = BOBBIN_STOP_NONE;
    reading.cursor = cursor;
    reading.env = env;
    reading.answer.trust = BOBBIN_TRUST_TABLE;
    if (!apply_rule(&reading, &rule))
        return false;
    cursor->valid &= ~lost_registers(env->foreign->places);
    cursor->word = KNOWN_OUTSIDE;
    return true;
}
