/* SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "find.h"
#include "format.h"
#include "quick.h"
#include "reading.h"

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

/* Reads the code, which the pc of CURSOR has in the window, around FRAME, the body rule; false when that fails. */
static inline bool read_code(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                             struct reading_frame *frame)
{
    const struct bobbin_window *code = &env->window[BOBBIN_SPACE_CODE];
    uint32_t offset = cursor->r[BOBBIN_PC] - code->start;
    struct reading reading;
    struct forward forward;
    struct path_scan *scan = &forward.path.scan;
    uint32_t word = 0;

    /* Code that is read through the gate would be charged again by the other way. */
    if (offset >= code->size_bytes || code->size_bytes - offset < 4 * READING_FORWARD_MAX)
        return false;
    path_begin_scan(scan, cursor->r[BOBBIN_PC], READING_FORWARD_MAX, PATH_PASSES);
    if (cursor->cpsr & BOBBIN_CPSR_T) {
        word = path_pass(scan, (const uint8_t *)code->bytes + offset, 0);
        if (reading_is_dull(word))
            return true;
    }
    reading = (struct reading){cursor, env, 0, 0};
    return reading_go_on(&forward, &reading, frame, word) == BOBBIN_STOP_NONE;
}

/* Whether CURSOR is as bobbin_begin leaves it, where code was meant to be: from kind to register_steps, and in word, all is 0. */
static inline bool is_begun(const struct bobbin_cursor *cursor)
{
    return !(*(const bytes_any_word *)(const void *)&cursor->kind | cursor->word);
}

/* As quick_step_interrupted, by what is KNOWN and by the code; but what it returns to be stepped by may lead behind the end of memory. */
static __attribute__((noinline)) uint32_t step_around(struct bobbin_cursor *cursor,
                                                      const struct bobbin_env *env, uint32_t known)
{
    struct reading_frame frame;

    frame.word = 0;
    frame.cfa_offset = 0;
    frame.found = false;
    if (known != QUICK_LEAF) {
        if (!quick_is_body(known))
            return 0;
        frame.word = quick_body(known, &frame.cfa_offset);
        if ((env->tables->first.how & FORMAT_HOW_FORWARD) && !read_code(cursor, env, &frame))
            return 0;
        if (!frame.found)
            return known;
    }
    if ((frame.found && !adapt(&frame)) ||
        !quick_step_any(cursor, env, frame.word, (uint32_t)frame.cfa_offset))
        return 0;
    if (!(frame.word & FORMAT_RULE_RA))
        cursor->register_steps = 1;
    if (frame.found)
        cursor->trust = BOBBIN_TRUST_CODE;
    cursor->valid &= QUICK_KEPT;
    return 1;
}

uint32_t quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const struct bobbin_table *table = env->tables;
    uint32_t pc = cursor->r[BOBBIN_PC];
    uint32_t sp = cursor->r[BOBBIN_SP];
    uint32_t offset, known;

    if (!is_begun(cursor) || (~cursor->valid & QUICK_ALL) || !env->tables_count)
        return 0;
    offset = pc + 2 - table->quick_start;
    if (offset >= table->quick_size_bytes || ((sp | (pc & ~(cursor->cpsr >> THUMB_TO_2))) & 3))
        return 0;
    known = quick_look_up(table, (pc + 2) | 1);
    if (!quick_is_body(known) || !table_has_body(&table->first, offset)) {
        known = step_around(cursor, env, known);
        if (known <= 1)
            return known;
    }
    /* The cfa of a run may not be behind the end of memory; for a word that is too much: up there it goes the other way. */
    if (sp + 4 * (known >> QUICK_COUNT_BITS) < sp)
        return 0;
    cursor->stop_value = cursor->valid; /* step_slowly takes it back */
    cursor->valid &= QUICK_KEPT;
    return known;
}
