/* SPDX-License-Identifier: MIT */
#include "small.h"

#include "../format/table_format.h"
#include "../insn/gate_instruction.h"

/* The SIZE_BYTES of code at ADDRESS, or NULL if they are not all in the window. */
static const uint8_t *window_at(const struct bobbin_env *env, uint32_t address, uint32_t size_bytes)
{
    const struct bobbin_window *window = &env->window[BOBBIN_SPACE_CODE];
    uint32_t offset = address - window->start;

    if (offset >= window->size_bytes || window->size_bytes - offset < size_bytes)
        return 0;
    return (const uint8_t *)window->bytes + offset;
}

/*
 * Stores the next instruction of SCAN that may affect the frame to WORD. Outside the window it
 * reads one instruction; WORD is 0 if that one is skipped.
 */
static enum bobbin_stop next(struct bobbin_cursor *cursor, struct scan *scan, uint32_t *word)
{
    bool thumb = cursor->cpsr & BOBBIN_CPSR_T;
    const uint8_t *bytes = thumb ? window_at(cursor->reading.env, scan->at, 4 * scan->left) : 0;
    uint32_t last = bytes ? 0 : scan->left - 1;
    uint32_t instruction;

    if (!bytes) {
        enum bobbin_stop stop = gate_instruction(cursor, scan->at, &instruction);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (thumb) /* in the order of memory */
            instruction = instruction << 16 | instruction >> 16;
        bytes = (const uint8_t *)&instruction;
    }
    *word = thumb ? scan_pass(scan, bytes, last) : scan_pass_arm(scan, bytes, last);
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop small_fetch(struct bobbin_cursor *cursor, struct scan *scan, struct code_op *op)
{
    uint32_t word = 0;
    enum bobbin_stop stop = scan->left ? next(cursor, scan, &word) : BOBBIN_STOP_NONE;

    if (stop == BOBBIN_STOP_NONE)
        scan_take(scan, word, op, cursor->cpsr & BOBBIN_CPSR_T);
    return stop;
}

static bool is_found(const struct bobbin_cursor *cursor)
{
    return cursor->reading.trust == BOBBIN_TRUST_CODE;
}

uint32_t small_read(struct bobbin_cursor *cursor, const struct small_answer *answer)
{
    uint32_t how = answer->how;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    if (answer->known != BOBBIN_STOP_NO_RULE && (how & FORMAT_HOW_FORWARD)) {
        stop = small_walk(cursor);
        if (stop != BOBBIN_STOP_NONE || is_found(cursor))
            return stop;
    }
    if (answer->known != SMALL_CODE)
        return how & FORMAT_HOW_FORWARD ? answer->known : rule_explicit(answer->known);
    if (how & FORMAT_HOW_PROLOGUE)
        stop = small_prologue(cursor, answer->start);
    return stop == BOBBIN_STOP_NONE && !is_found(cursor) ? BOBBIN_STOP_NO_RULE : stop;
}

static uint32_t find(struct bobbin_cursor *cursor, const uint8_t *range, uint32_t address)
{
    struct small_answer answer;

    if (range[FORMAT_RANGE_HOW] & FORMAT_HOW_FOREIGN)
        return BOBBIN_STOP_NO_RULE;
    if (!small_answer(cursor->reading.table, range, address, &answer))
        return BOBBIN_STOP_CORRUPT;
    return small_read(cursor, &answer);
}

const struct bobbin_small bobbin_small = {find};
