/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "format.h"
#include "quick.h"
#include "reading.h"

#define ALL_KNOWN (0xffffu | BOBBIN_VALID_CPSR)

/* From BOBBIN_CPSR_T to the bit of an address that only Thumb code may have. */
#define THUMB_TO_2 4

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

/* Reads the code at BYTES, which the pc of CURSOR has, around the body rule that is KNOWN. FRAME is it, if it is no run or something may matter. */
static inline bool read_code(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                             const uint8_t *bytes, uint32_t known, struct reading_frame *frame)
{
    struct reading reading;
    struct forward forward;
    struct path_scan *scan = &forward.path.scan;
    uint32_t word = 0;
    bool reads = env->tables->first.how & FORMAT_HOW_FORWARD;

    path_begin_scan(scan, cursor->r[BOBBIN_PC], READING_FORWARD_MAX, PATH_PASSES);
    if (reads && (cursor->cpsr & BOBBIN_CPSR_T)) {
        word = path_pass(scan, bytes, 0);
        reads = !reading_is_dull(word);
    }
    if (reads || !quick_is_run(known))
        frame->word = quick_body(known, &frame->cfa_offset);
    if (!reads)
        return true;
    reading = (struct reading){cursor, env, 0, 0};
    return reading_go_on(&forward, &reading, frame, word) == BOBBIN_STOP_NONE;
}

/* Whether CURSOR is as bobbin_begin leaves it, where code was meant to be: from kind to register_steps, and in word, all is 0. */
static inline bool is_begun(const struct bobbin_cursor *cursor)
{
    return !(*(const bytes_any_word *)(const void *)&cursor->kind | cursor->word);
}

uint32_t quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_window *code = &env->window[BOBBIN_SPACE_CODE];
    const struct bobbin_table *table = env->tables;
    uint32_t pc = cursor->r[BOBBIN_PC], sp = cursor->r[BOBBIN_SP];
    uint32_t offset = pc - code->start;
    struct reading_frame frame;
    uint32_t known;

    /* Code that is read through the gate would be charged again by the other way. */
    if (!is_begun(cursor) || offset >= code->size_bytes ||
        code->size_bytes - offset < 4 * READING_FORWARD_MAX || (~cursor->valid & ALL_KNOWN) ||
        !env->tables_count || pc + 2 - table->quick_start >= table->quick_size_bytes ||
        ((sp | (pc & ~(cursor->cpsr >> THUMB_TO_2))) & 3))
        return 0;
    known = quick_look_up(table, (pc + 2) | 1);
    frame.word = 0;
    frame.cfa_offset = 0;
    frame.found = false;
    if (known != QUICK_LEAF) {
        if ((!quick_is_run(known) && !quick_is_word(known)) ||
            !read_code(cursor, env, (const uint8_t *)code->bytes + offset, known, &frame))
            return 0;
    }
    if (quick_is_run(known) && !frame.found) {
        if (sp + 4 * (known >> QUICK_COUNT_BITS) < sp)
            return 0;
        cursor->stop_value = cursor->valid; /* step_slowly takes it back */
    } else {
        if ((frame.found && !adapt(&frame)) ||
            !quick_step_any(cursor, env, frame.word, (uint32_t)frame.cfa_offset))
            return 0;
        if (!(frame.word & FORMAT_RULE_RA))
            cursor->register_steps = 1;
        if (frame.found)
            cursor->trust = BOBBIN_TRUST_CODE;
        known = 1;
    }
    cursor->valid &= QUICK_KEPT;
    return known;
}
