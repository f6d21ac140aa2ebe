/* SPDX-License-Identifier: MIT */
/*
 * Converts a word of known.h to the rule of a step: looks up long rules, chooses by the flags,
 * expands runs.
 */
#include "rule_word.h"

#include "find.h"
#include "readers.h"
#include "reading.h"

/* Size in bytes of a long rule before its steps, and of a rule that depends on the flags. */
enum { LONG_BYTES = 12 };

uint32_t reading_find(struct bobbin_cursor *cursor, uint32_t address)
{
    const struct bobbin_env *env = cursor->reading.env;
    const struct bobbin_table *table;
    const uint8_t *range;

    cursor->reading.table = table = find_table(env, address, &range);
    if (!table)
        return BOBBIN_STOP_PC_OUTSIDE;
    if (!(range[FORMAT_RANGE_HOW] & FORMAT_HOW_CODE))
        return find_in_range(table, range, address);
    return env->small ? env->small->find(cursor, range, address) : (uint32_t)BOBBIN_STOP_NO_RULE;
}

_Static_assert(BOBBIN_TRUST_TABLE + FORMAT_LONG_CFI == BOBBIN_TRUST_CFI &&
                   BOBBIN_TRUST_TABLE + FORMAT_LONG_EXIDX == BOBBIN_TRUST_EXIDX,
               "sources have the order of trusts");

/* The long rule that WORD refers to; NULL if some of its words are outside the table. */
static const uint8_t *find_long(const struct bobbin_table *table, uint32_t word)
{
    uint32_t number = rule_long(word);
    const uint8_t *at = table->rules.words + 4 * number;

    number += LONG_BYTES / 4;
    if (number > table->rules.words_count)
        return 0;
    if ((int32_t)bytes_word(at) < 0) /* it has steps, so it does not depend on the flags */
        number += rule_steps(bytes_word(at));
    return number > table->rules.words_count ? 0 : at;
}

/*
 * Chooses between the two rules of the long rule AT by the flags. In a call frame the condition
 * held.
 */
static inline uint32_t choose(const struct bobbin_cursor *cursor, const uint8_t *at)
{
    if (cursor->kind == BOBBIN_KIND_INTERRUPTED && !(bytes_word(at) >> (cursor->cpsr >> 28) & 1))
        at += 4;
    return bytes_word(at + 4);
}

/* Loads the long rule AT, which does not depend on the flags. */
static inline void take_long(struct bobbin_cursor *cursor, const uint8_t *at)
{
    uint32_t word = bytes_word(at);

    cursor->reading.word = word;
    cursor->reading.cfa_offset = bytes_word(at + 4);
    cursor->reading.lost = bytes_word(at + 8);
    cursor->reading.step = at + LONG_BYTES;
    cursor->reading.steps_count = (uint8_t)rule_steps(word);
    cursor->reading.trust = (uint8_t)(BOBBIN_TRUST_TABLE + rule_source(word));
}

/*
 * The stop reasons that a look-up can return; any other word comes from a damaged table. NONE is
 * valid only after a `--small` look-up that has found the rule (trust CODE).
 */
#define REASONS                                                                                    \
    (1u << BOBBIN_STOP_OUTERMOST | 1u << BOBBIN_STOP_BUDGET | 1u << BOBBIN_STOP_PC_OUTSIDE |       \
     1u << BOBBIN_STOP_NO_RULE | 1u << BOBBIN_STOP_UNREADABLE | 1u << BOBBIN_STOP_CORRUPT)

enum bobbin_stop reading_take(struct bobbin_cursor *cursor, uint32_t known)
{
    uint32_t word, offset, is_explicit;

    cursor->reading.lost = 0;
    cursor->reading.steps_count = 0;
    for (uint32_t tries = 1; rule_is_long(known); tries--) {
        const uint8_t *at = find_long(cursor->reading.table, known);
        if (at && (bytes_word(at) & FORMAT_RULE_WORD)) {
            take_long(cursor, at);
            return BOBBIN_STOP_NONE;
        }
        if (!at || !tries)
            return BOBBIN_STOP_CORRUPT;
        known = choose(cursor, at); /* always an explicit rule */
    }
    if (!known_is_rule(known))
        return cursor->reading.trust == BOBBIN_TRUST_CODE || (REASONS >> known & 1)
                   ? (enum bobbin_stop)known
                   : BOBBIN_STOP_CORRUPT;
    if (known_is_run(known)) {
        uint32_t count = known_run_count(known);
        is_explicit = known & FORMAT_RUN_EXPLICIT;
        word = FORMAT_RULE_RA;
        if (count > 8) {
            word |= (known & FORMAT_RULE_HOME) | known_run_doubles(known) << FORMAT_RULE_VFP_SHIFT;
            count = known_run_registers(known);
        }
        word |= ((1u << count) - 1) << FORMAT_RULE_MASK_SHIFT;
        offset = known_run_bytes(known) + rule_home_bytes(word);
    } else {
        is_explicit = known & FORMAT_RULE_EXPLICIT;
        word = known;
        offset = rule_cfa_bytes(known);
        if (rule_kind(known) == RULE_IS_LOSSY) {
            cursor->reading.lost = rule_lost(known);
            if (!cursor->reading.lost)
                cursor->reading.trust = BOBBIN_TRUST_CFI;
            word &= ~(FORMAT_RULE_VFP | FORMAT_RULE_REGISTER);
        }
    }
    cursor->reading.word = word;
    cursor->reading.cfa_offset = offset;
    if (!is_explicit && cursor->kind == BOBBIN_KIND_INTERRUPTED)
        return reading_forward(cursor);
    return BOBBIN_STOP_NONE;
}
