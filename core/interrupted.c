/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "format.h"
#include "quick.h"
#include "reading.h"

#define ALL_KNOWN (0xffffu | BOBBIN_VALID_CPSR)

/* Lets the word of FRAME say what was found around the body rule; false when that is in no word. */
static bool adapt(struct reading_frame *frame)
{
    uint32_t all = rule_saved(frame->word);

    if (!(all & frame->saved))
        frame->word = 0;
    else if (all & ~frame->saved)
        return false;
    frame->word = rule_from(frame->word, frame->cfa_register);
    return true;
}

/* Steps by FRAME. */
static bool step(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                 struct reading_frame *frame)
{
    uint32_t cfa = cursor->r[BOBBIN_SP] + (uint32_t)frame->cfa_offset;
    bool checked = !frame->found && rule_register(frame->word) == BOBBIN_SP; /* with the table */

    if (frame->found && !adapt(frame))
        return false;
    if (!(checked && !(cfa & 3)
              ? quick_step_word(cursor, env, frame->word, cfa)
              : quick_step_any(cursor, env, frame->word, (uint32_t)frame->cfa_offset)))
        return false;
    cursor->valid &= QUICK_KEPT;
    cursor->register_steps = !(frame->word & FORMAT_RULE_RA);
    return true;
}

/* Steps by what is KNOWN of a call at pc, a run or a word, and, if the range has it and there is something in slots, by its code. */
static bool step_by_word(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t known)
{
    struct reading reading = {cursor, env, 0, 0};
    struct reading_frame frame;
    bool reads = known && (env->tables->first.how & FORMAT_HOW_FORWARD);

    frame.found = false;
    frame.word = quick_body(known, &frame.cfa_offset);
    if ((reads && reading_forward(&reading, &frame) != BOBBIN_STOP_NONE) ||
        !step(cursor, env, &frame))
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

    /* Thumb code that is read through the gate would be charged again by the other way. */
    if (offset >= code->size_bytes || code->size_bytes - offset < 4 * READING_FORWARD_MAX ||
        (~cursor->valid & ALL_KNOWN) || !env->tables_count ||
        pc + 2 - table->quick_start >= table->quick_size_bytes)
        return false;
    known = quick_look_up(table, (pc + 2) | 1);
    if (known == QUICK_LEAF)
        known = 0;
    else if (!quick_is_run(known) && !quick_is_word(known))
        return false;
    return step_by_word(cursor, env, known);
}
