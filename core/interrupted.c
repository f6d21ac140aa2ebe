/* SPDX-License-Identifier: MIT */
#include "apply.h"
#include "bytes.h"
#include "format.h"
#include "gate.h"
#include "quick.h"

/* From BOBBIN_CPSR_T to the bit of an address that only Thumb code may have. */
#define THUMB_TO_2 4

/* Whether CURSOR is as bobbin_begin leaves it, where code was meant to be: from kind to register_steps, and in word, all is 0. */
static inline bool is_begun(const struct bobbin_cursor *cursor)
{
    return !(*(const bytes_any_word *)(const void *)&cursor->kind | cursor->word);
}

/* KNOWN, for the frame to be stepped by as if it were a call; 0 where that may lead behind the end of memory. */
static inline uint32_t as_call(struct bobbin_cursor *cursor, uint32_t known)
{
    uint32_t sp = cursor->r[BOBBIN_SP];

    /* The cfa of a run; for a word that is too much: up there it goes the other way. */
    if (sp + 4 * (known >> QUICK_COUNT_BITS) < sp)
        return 0;
    cursor->stop_value = cursor->valid; /* step_slowly takes it back */
    cursor->valid &= QUICK_KEPT;
    return known;
}

/* Steps from where nothing has been saved. */
static __attribute__((noinline)) uint32_t step_leaf(struct bobbin_cursor *cursor,
                                                    const struct bobbin_env *env)
{
    if (!quick_step_any(cursor, env, 0, 0))
        return 0;
    cursor->register_steps = 1;
    cursor->valid &= QUICK_KEPT;
    return 1;
}

/* As quick_step_interrupted, by what is KNOWN and by the code. */
static __attribute__((noinline)) uint32_t step_around(struct bobbin_cursor *cursor,
                                                      const struct bobbin_env *env, uint32_t known)
{
    const uint8_t *code;
    struct reading reading;

    if (!quick_is_body(known))
        return 0;
    reading.cursor = cursor;
    reading.env = env;
    reading.answer.trust = BOBBIN_TRUST_TABLE;
    reading.answer.start = 0;
    reading.answer.end = 0;
    reading.rule.at = 0;
    reading.rule.word = quick_body(known, &reading.rule.cfa_offset);
    reading.rule.cfa_register = (uint8_t)rule_register(reading.rule.word);
    code =
        gate_window(&env->window[BOBBIN_SPACE_CODE], cursor->r[BOBBIN_PC], READING_FORWARD_BYTES);
    /* Code that is not all in the window would be charged again by the other way. */
    if (!code || !reading_forward(&reading, code, READING_FORWARD_BYTES))
        return 0;
    return reading.answer.trust == BOBBIN_TRUST_CODE ? apply_word(&reading)
                                                     : as_call(cursor, known);
}

uint32_t quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_table *table = env->tables;
    uint32_t pc = cursor->r[BOBBIN_PC];
    uint32_t sp = cursor->r[BOBBIN_SP];
    uint32_t offset, known;

    if (!is_begun(cursor))
        return cursor->word == QUICK_LATER ? quick_ask(cursor, env) : 0;
    if ((~cursor->valid & QUICK_ALL) || !env->tables_count)
        return 0;
    offset = pc + 2 - table->quick_start;
    if (offset >= table->quick_size_bytes || ((sp | (pc & ~(cursor->cpsr >> THUMB_TO_2))) & 3))
        return 0;
    known = quick_look_up(table, (pc + 2) | 1);
    if (known == QUICK_LEAF)
        return step_leaf(cursor, env);
    if (quick_is_body(known) &&
        (table_has_body(&table->first, offset) || !(table->first.how & FORMAT_HOW_FORWARD)))
        return as_call(cursor, known);
    return step_around(cursor, env, known);
}
