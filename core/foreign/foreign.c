/* SPDX-License-Identifier: MIT */
/* Makes a step, or looks up one rule, with a table in another format. */
#include "foreign.h"

#include "../rules/expand.h"
#include "../rules/steps.h"
#include "../unwind/apply.h"

/* Finds the parts of FOREIGN in TABLE. False: they are not all inside the table. */
static bool find_parts(const struct bobbin_table *table, struct foreign_table *foreign)
{
    const uint8_t *header = foreign_section(table);
    uint32_t left = table->size_bytes - (uint32_t)(header - table->bytes);
    const uint8_t *at = header + FORMAT_FOREIGN_HEADER_BYTES;

    if (((uintptr_t)header & 3) || left > table->size_bytes || left < FORMAT_FOREIGN_HEADER_BYTES)
        return false;
    left -= FORMAT_FOREIGN_HEADER_BYTES;
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

/* Whether place NUMBER of RULE has a valid kind and value. The format describes that place. */
static bool is_right(const struct bobbin_rule *rule, uint32_t number)
{
    bool is_vfp = number >= BOBBIN_PLACE_D8 && number < BOBBIN_PLACE_RA;
    uint32_t kind = rule->place_kind[number];
    uint32_t source = (uint32_t)rule->place_value[number];

    if (kind > BOBBIN_SLOT_HIGH)
        return false;
    if (kind > BOBBIN_REGISTER)
        return is_vfp;
    /* A register source must not be restored by the rule itself (r4-r11), and not be sp or pc. */
    return kind != BOBBIN_REGISTER || (!is_vfp && source <= BOBBIN_LR && source != BOBBIN_SP &&
                                       (source < 4 || source > 11 || number == BOBBIN_PLACE_RA));
}

/* Whether the core can apply RULE. PLACES: the places that the format describes. */
static bool makes_sense(const struct bobbin_rule *rule, uint32_t places)
{
    if (rule->cfa_register >= BOBBIN_PC || rule->form > BOBBIN_FORM_ROOT ||
        rule->form == BOBBIN_FORM_NONE)
        return false;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        if ((places >> i & 1) && !is_right(rule, i))
            return false;
    return true;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* The table that contains the pc of CURSOR, if that table has section FOREIGN; otherwise NULL. */
static __attribute__((noinline)) const struct bobbin_table *
foreign_find(const struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const uint8_t *range;
    const struct bobbin_table *table = find_table(env, find_key(cursor), &range);

    return table && foreign_section(table) ? table : 0;
}

/* Reads the rule of CURSOR's pc from TABLE into RULE. An invalid rule is CORRUPT. */
static enum bobbin_stop read_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                  const struct bobbin_table *table, struct bobbin_rule *rule)
{
    struct foreign_question question = {
        bobbin_lookup_address(cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind),
        cursor->kind == BOBBIN_KIND_INTERRUPTED};
    struct foreign_table foreign;
    enum bobbin_stop reason;

    if (!table)
        return BOBBIN_STOP_NO_RULE;
    if (!find_parts(table, &foreign))
        return BOBBIN_STOP_CORRUPT;
    if (bytes_word(foreign_section(table) + FORMAT_FOREIGN_NUMBER) != env->foreign->number)
        return BOBBIN_STOP_NO_RULE;
    foreign.cache = table == env->tables ? env->foreign_cache : 0;
    foreign.cursor = cursor;
    foreign.load_bias = table->key_bias - 2;
    cursor->reading.env = env;
    question.address -=
        foreign.load_bias + bytes_word(foreign_section(table) + FORMAT_FOREIGN_BASE);
    rule_begin(rule);
    reason = env->foreign->read(&foreign, &question, rule);
    if (reason != BOBBIN_STOP_NONE)
        return reason;
    return makes_sense(rule, env->foreign->places) ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
}

enum bobbin_stop foreign_rule_at(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                 struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    enum bobbin_stop reason = read_rule(cursor, env, foreign_find(cursor, env), rule);

    (void)trust;
    if (reason != BOBBIN_STOP_NONE)
        rule->form = BOBBIN_FORM_NONE;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        if (!(env->foreign->places >> i & 1))
            rule->place_kind[i] = BOBBIN_LOST;
    return reason;
}

/* The registers that are not in PLACES, as bits of bobbin_cursor.valid. */
static uint32_t lost_registers(uint32_t places)
{
    return (~places & 0xff) << 4 | (~places >> BOBBIN_PLACE_D8 & 0xff) << 24;
}

/*
 * Applies RULE. A separate function, so that its stack frame and that of read_rule do not exist at
 * the same time.
 */
static __attribute__((noinline)) bool apply_foreign_rule(struct bobbin_cursor *cursor,
                                                         const struct bobbin_env *env,
                                                         const struct bobbin_rule *rule)
{
    struct bobbin_reading *reading = &cursor->reading;
    struct steps steps;

    reading->env = env;
    reading->trust = BOBBIN_TRUST_TABLE;
    steps_of_rule(&steps, rule, env->foreign->places);
    reading->word = steps.word;
    reading->cfa_offset = (uint32_t)rule->cfa_offset;
    reading->lost = lost_registers(env->foreign->places) | steps_lost(rule, env->foreign->places);
    reading->step = (const uint8_t *)steps.step;
    reading->steps_count = (uint8_t)steps.count;
    return apply_rule(cursor);
}

bool foreign_step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    uint32_t pc = cursor->r[BOBBIN_PC];
    const struct bobbin_table *table = foreign_find(cursor, env);
    struct bobbin_rule rule;
    enum bobbin_stop reason = read_rule(cursor, env, table, &rule);

    if (reason == BOBBIN_STOP_NONE && rule.form == BOBBIN_FORM_ROOT)
        reason = BOBBIN_STOP_OUTERMOST;
    if (reason == BOBBIN_STOP_UNREADABLE || reason == BOBBIN_STOP_BUDGET)
        pc = cursor->stop_value; /* the address that was not read */
    if (reason != BOBBIN_STOP_NONE)
        return apply_stop(cursor, reason, pc);
    return apply_foreign_rule(cursor, env, &rule);
}
