/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "find.h"
#include "format.h"
#include "quick.h"
#include "reading.h"

#define ALL_KNOWN (0xffffu | BOBBIN_VALID_CPSR)

/* WORD, a halfword rule, as FRAME changes it in *OUT; false: no word can tell it. */
static bool adapt(uint32_t word, const struct reading_frame *frame, uint32_t *out)
{
    uint32_t saved = rule_saved(word);
    uint32_t words = (uint32_t)frame->cfa_offset / 4;

    word &= FORMAT_RULE_MASK | FORMAT_RULE_RA;
    if (!(saved & frame->saved))
        word = 0;
    else if (saved & ~frame->saved)
        return false;
    *out = word | words << FORMAT_RULE_CFA_SHIFT |
           (frame->cfa_register ^ (uint32_t)BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT;
    return !(frame->cfa_offset & 3) && !(words >> FORMAT_RULE_CFA_BITS);
}

/* The word of the rule at pc, which is in an entry without rows; false: it takes a longer way. */
static bool find_word(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t *word)
{
    const struct bobbin_table *table = env->tables;
    const struct bobbin_range *range = &table->first;
    uint32_t pc = cursor->r[BOBBIN_PC];
    struct table_entry entry;

    if (pc + 2 - table->quick_start >= table->quick_size_bytes ||
        !table_entry(range, pc + 2 - table->quick_start, &entry) || entry.rule - 1 >= table->quick_shorts)
        return false;
    *word = bytes_half(table->shorts + 2 * (entry.rule - 1));
    cursor->trust = BOBBIN_TRUST_TABLE;
    if (*word && (range->how & FORMAT_HOW_READ)) {
        uint32_t start = pc - 2 * entry.left;
        struct reading reading = {cursor, env, start, start + 2 * entry.length};
        struct reading_frame frame = {rule_saved(*word), 4 * (int32_t)(*word >> FORMAT_RULE_CFA_SHIFT), BOBBIN_SP, false};
        cursor->trust = BOBBIN_TRUST_CODE;
        return reading_adapt(&reading, range->how, &frame) == BOBBIN_STOP_NONE &&
               (!frame.found || adapt(*word, &frame, word));
    }
    return true;
}

bool quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *code = &env->window[BOBBIN_SPACE_CODE];
    uint32_t trust, word;

    if (cursor->r[BOBBIN_PC] - code->start >= code->size_bytes || cursor->wild || (~cursor->valid & ALL_KNOWN) ||
        !env->tables_count || !find_word(cursor, env, &word))
        return false;
    trust = cursor->trust;
    if (!quick_step_any(cursor, env, word))
        return false;
    cursor->valid &= QUICK_KEPT;
    cursor->trust = (uint8_t)trust;
    cursor->register_steps = !(word & FORMAT_RULE_RA);
    return true;
}
