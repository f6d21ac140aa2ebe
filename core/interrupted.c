/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "find.h"
#include "format.h"
#include "quick.h"
#include "reading.h"

#define ALL_KNOWN (0xffffu | BOBBIN_VALID_CPSR)

/* What slots of WORD, a halfword rule, FRAME still or already has, in *WORD: all or none; false: some. */
static bool adapt(uint32_t *word, const struct reading_frame *frame)
{
    uint32_t saved = rule_saved(*word);

    if (!(saved & frame->saved))
        *word = 0;
    return !(saved & ~frame->saved) || !*word;
}

/*
 * The rule at pc, which is in an entry without rows: the word of its slots, and its cfa in FRAME. False: it takes a longer
 * way.
 */
static bool find_word(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t *word,
                      struct reading_frame *frame, uint8_t *trust)
{
    const struct bobbin_table *table = env->tables;
    const struct bobbin_range *range = &table->first;
    uint32_t pc = cursor->r[BOBBIN_PC];
    uint32_t offset = pc + 2 - table->quick_start;
    struct table_entry entry;

    if (offset >= table->quick_size_bytes || !table_entry(range, offset, true, &entry) ||
        --entry.rule >= table->quick_shorts)
        return false;
    *word = rule_of_half(bytes_half(table->shorts + 2 * entry.rule));
    frame->saved = rule_saved(*word);
    frame->cfa_offset = 4 * (int32_t)(*word >> FORMAT_RULE_CFA_SHIFT);
    frame->cfa_register = BOBBIN_SP;
    *trust = BOBBIN_TRUST_TABLE;
    if (*word && (range->how & FORMAT_HOW_READ)) {
        uint32_t start = pc - 2 * entry.left;
        struct reading reading = {cursor, env, start, start + 2 * entry.length};
        *trust = BOBBIN_TRUST_CODE;
        return reading_adapt(&reading, range->how, frame) == BOBBIN_STOP_NONE && adapt(word, frame);
    }
    return true;
}

bool quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *code = &env->window[BOBBIN_SPACE_CODE];
    struct reading_frame frame;
    uint32_t word;
    uint8_t trust;

    if (cursor->r[BOBBIN_PC] - code->start >= code->size_bytes || cursor->wild ||
        (~cursor->valid & ALL_KNOWN) || !env->tables_count ||
        !find_word(cursor, env, &word, &frame, &trust) ||
        !quick_step_any(cursor, env, rule_from(word, frame.cfa_register),
                        (uint32_t)frame.cfa_offset))
        return false;
    cursor->valid &= QUICK_KEPT;
    cursor->trust = trust;
    cursor->register_steps = !(word & FORMAT_RULE_RA);
    return true;
}
