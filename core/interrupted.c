/* SPDX-License-Identifier: MIT */
#include "apply.h"
#include "bytes.h"
#include "format.h"
#include "gate.h"
#include "lookup.h"
#include "quick.h"

/* From BOBBIN_CPSR_T to the bit of an address that only Thumb code may have. */
#define THUMB_TO_2 4

/*
 * Whether CURSOR is as bobbin_begin leaves it, where code was meant to be: from kind to register_steps, and in word,
 * all is 0.
 */
static inline bool is_begun(const struct bobbin_cursor *cursor)
{
    return !(*(const bytes_any_word *)(const void *)&cursor->kind | cursor->word);
}

/*
 * The run that is KNOWN, for the frame to be stepped by as if it were a call; 0 where that may lead behind the end of
 * memory. If the step cannot be made so, step_slowly goes by the word of CURSOR, and takes back what is done to valid.
 */
static inline uint32_t as_call(struct bobbin_cursor *cursor, uint32_t known)
{
    uint32_t sp = cursor->r[BOBBIN_SP];

    if (sp + known_run_bytes(known) < sp)
        return 0;
    cursor->word = known;
    cursor->valid &= QUICK_KEPT;
    return known;
}

uint32_t quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_table *table = env->tables;
    uint32_t pc = cursor->r[BOBBIN_PC];
    uint32_t offset, known;
    struct reading reading;
    const uint8_t *behind;
    bool is_read;

    if (!is_begun(cursor) || (~cursor->valid & QUICK_ALL) || !env->tables_count ||
        !env->window[BOBBIN_SPACE_STACK].size_bytes)
        return 0;
    offset = pc + 2 - table->quick_start;
    if (offset >= table->quick_size_bytes ||
        ((cursor->r[BOBBIN_SP] | (pc & ~(cursor->cpsr >> THUMB_TO_2))) & 3))
        return 0;
    behind = table_entry_at(&table->first, offset);
    if (!behind)
        return 0;
    reading.answer.how = table->first.how;
    known = behind[-1] - 1u;
    known = known < table->quick_runs ? bytes_half(table->shorts + 2 * known)
                                      : quick_known(table, offset, behind, &reading.answer.how);
    if (!known_is_rule(known))
        return 0;
    is_read = (reading.answer.how & FORMAT_HOW_FORWARD) && !table_has_body(&table->first, offset);
    if (is_read || !known_is_run(known)) {
        reading.cursor = cursor;
        reading.env = env;
        reading.answer.table = 0;
        reading.answer.entry = behind;
        reading.answer.end = 0;
        reading.answer.trust = BOBBIN_TRUST_TABLE;
        lookup_known(&reading, known);
        if (is_read && lookup_is_read(reading.word)) {
            const uint8_t *code = lookup_window(&reading);
            if (!code) /* it would be charged again by the other way */
                return 0;
            lookup_code(&reading, code);
        }
        known = reading.answer.known;
        if (!known_is_run(known) || reading.answer.trust != BOBBIN_TRUST_TABLE)
            return apply_word(&reading);
    }
    return as_call(cursor, known);
}
