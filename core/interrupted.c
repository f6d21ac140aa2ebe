/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "format.h"
#include "quick.h"
#include "reading.h"

#define ALL_KNOWN (0xffffu | BOBBIN_VALID_CPSR)

/* The compact word of what is KNOWN, a run or a word; its frame to FRAME. */
static uint32_t open_frame(struct reading_frame *frame, uint32_t known)
{
    uint32_t word = known;
    uint32_t words = bytes_field(known, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);

    if (quick_is_run(known)) {
        word = FORMAT_RULE_RA | ((1u << (known & FORMAT_HALF_COUNT_MAX)) - 1);
        words = known >> QUICK_COUNT_BITS;
    }
    frame->saved = rule_saved(word);
    frame->cfa_offset = (int32_t)(4 * words);
    frame->home_bytes = 4 * bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS);
    frame->cfa_register = (uint8_t)quick_register(word);
    return word;
}

/* Steps by WORD, with its cfa at so many bytes from a register. */
static bool step(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                 uint32_t cfa_register, int32_t cfa_offset)
{
    if (!quick_step_any(cursor, env, rule_from(word, cfa_register), (uint32_t)cfa_offset))
        return false;
    cursor->valid &= QUICK_KEPT;
    cursor->register_steps = !word;
    return true;
}

/* Steps by what is KNOWN of a call at pc, in an entry without rows, and, if the range has it, by its code. */
static bool step_by_code(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t known)
{
    struct reading reading = {cursor, env, 0, 0};
    struct reading_frame frame;
    uint32_t word = open_frame(&frame, known);
    uint32_t saved = frame.saved;
    bool reads = env->tables->first.how & FORMAT_HOW_FORWARD;

    if (reads && reading_forward(&reading, &frame) != BOBBIN_STOP_NONE)
        return false;
    if (!(saved & frame.saved))
        word = 0;
    else if (saved & ~frame.saved)
        return false;
    if (!step(cursor, env, word, frame.cfa_register, frame.cfa_offset))
        return false;
    if (reads)
        cursor->trust = BOBBIN_TRUST_CODE;
    return true;
}

bool quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *code = &env->window[BOBBIN_SPACE_CODE];
    const struct bobbin_table *table = env->tables;
    uint32_t pc = cursor->r[BOBBIN_PC];
    uint32_t offset = pc - code->start;
    uint32_t known;

    if (offset >= code->size_bytes || code->size_bytes - offset < 4 * READING_FORWARD_MAX ||
        cursor->wild || (~cursor->valid & ALL_KNOWN) || !env->tables_count ||
        pc + 2 - table->quick_start >= table->quick_size_bytes)
        return false;
    known = quick_look_up(table, (pc + 2) | 1);
    if (known == QUICK_LEAF)
        return step(cursor, env, 0, BOBBIN_SP, 0);
    return (quick_is_run(known) || quick_is_word(known)) && step_by_code(cursor, env, known);
}
