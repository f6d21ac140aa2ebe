/* SPDX-License-Identifier: MIT */
#include "small.h"

#include "format.h"
#include "gate.h"

void layout_begin(struct layout *layout, uint32_t at, uint32_t steps_max)
{
    layout->scan = (struct scan){at & ~1u, (uint8_t)steps_max, 0, 0};
    path_begin(&layout->path);
    layout->low_at = 0;
    layout->high_at = 0;
    layout->doubles_end = 0;
    layout->top = 0;
    layout->gap = false;
}

void layout_note(struct layout *layout, uint32_t registers, int32_t at, int32_t end)
{
    if (registers & LAYOUT_LOW)
        layout->low_at = at;
    if (registers & LAYOUT_HIGH)
        layout->high_at = at;
    if (registers >> 24)
        layout->doubles_end = end;
    layout->path.stack |= registers;
}

void layout_rule(const struct layout *layout, int32_t cfa, int32_t cfa_offset,
                 struct reading *reading)
{
    uint32_t stack = layout->path.stack;
    uint32_t home = ((uint32_t)cfa - (uint32_t)layout->top) / 4;
    uint32_t doubles = stack >> 24;
    uint32_t count = 0;
    uint32_t word;

    while (doubles >> count & 1)
        count++;
    word = (stack & (LAYOUT_LOW | LAYOUT_HIGH)) >> 4 | count << FORMAT_RULE_VFP_SHIFT;
    if (stack & PATH_RETURN)
        word |= FORMAT_RULE_RA;
    if (!word)
        home = 0;
    if ((stack & LAYOUT_LOW) && (stack & LAYOUT_HIGH) && layout->low_at > layout->high_at)
        word |= FORMAT_RULE_SPLIT;
    word = (word & ~FORMAT_RULE_MASK) | rule_turn(word, word & FORMAT_RULE_MASK);
    if (layout->gap && count)
        word |= FORMAT_RULE_GAP;
    reading->word = rule_from(word | home << FORMAT_RULE_HOME_SHIFT, layout->path.base);
    reading->cfa_offset = (uint32_t)cfa_offset;
    if (home < 1u << FORMAT_RULE_HOME_BITS && !(doubles >> count))
        reading->answer.trust = BOBBIN_TRUST_CODE;
}

/*
 * The next instruction of SCAN that may matter, in WORD; through the gate one at a time, and 0 is one that was passed
 * over.
 */
static enum bobbin_stop next(const struct reading *reading, struct scan *scan, uint32_t *word)
{
    struct bobbin_cursor *cursor = reading->cursor;
    bool thumb = cursor->cpsr & BOBBIN_CPSR_T;
    const uint8_t *bytes = thumb ? gate_code(reading->env, scan->at, 4 * scan->left) : 0;
    uint32_t last = bytes ? 0 : scan->left - 1;
    uint32_t instruction;

    if (!bytes) {
        enum bobbin_stop stop = gate_instruction(cursor, reading->env, scan->at);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        instruction = cursor->stop_value;
        if (thumb) /* as it lies in memory */
            instruction = instruction << 16 | instruction >> 16;
        bytes = (const uint8_t *)&instruction;
    }
    *word = thumb ? scan_pass(scan, bytes, last) : scan_pass_arm(scan, bytes, last);
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop small_fetch(const struct reading *reading, struct scan *scan, struct code_op *op)
{
    uint32_t word = 0;
    enum bobbin_stop stop = scan->left ? next(reading, scan, &word) : BOBBIN_STOP_NONE;

    if (stop == BOBBIN_STOP_NONE)
        scan_take(scan, word, op, reading->cursor->cpsr & BOBBIN_CPSR_T);
    return stop;
}

static bool is_found(const struct reading *reading)
{
    return reading->answer.trust == BOBBIN_TRUST_CODE;
}

static enum bobbin_stop read_code(struct reading *reading)
{
    uint32_t how = reading->answer.how;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    if (how & FORMAT_HOW_FORWARD)
        stop = small_walk(reading);
    if (stop != BOBBIN_STOP_NONE || is_found(reading) || reading->answer.known != KNOWN_CODE)
        return stop;
    if ((how & FORMAT_HOW_PROLOGUE) && reading->answer.end) /* else nobody knows the start */
        stop = small_prologue(reading);
    return stop == BOBBIN_STOP_NONE && !is_found(reading) ? BOBBIN_STOP_NO_RULE : stop;
}

const struct bobbin_small bobbin_small = {small_number, read_code};
