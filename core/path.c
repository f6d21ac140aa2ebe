/* SPDX-License-Identifier: MIT */
#include "path.h"

#include "format.h"
#include "gate.h"

void path_begin(struct path *path, const struct reading *reading, uint32_t at)
{
    path->reading = reading;
    path->at = at & ~1u; /* odd by a mistake of the table */
    path->stack = 0;
    path->sp = 0;
    path->pushed = 0;
    path->low_at = 0;
    path->high_at = 0;
    path->doubles_end = 0;
    path->top = 0;
    path->frame_at = 0;
    path->base = BOBBIN_SP;
    path->frame = BOBBIN_SP;
    path->frame_base = BOBBIN_SP;
    path->it = 0;
    path->assumed = CODE_ALWAYS;
    path->gap = false;
    path->called = false;
    path->kept = false;
}

/* ARM ARM A2.5.2 */
static void advance_it(struct path *path, struct code_op *op)
{
    if (path->it) {
        op->condition = (uint8_t)(path->it >> 4);
        path->it = (uint8_t)(path->it & 7 ? (path->it & 0xe0) | (path->it << 1 & 0x1f) : 0);
    }
    if (op->kind == CODE_IT)
        path->it = (uint8_t)op->offset;
}

enum bobbin_stop path_fetch(struct path *path, struct code_op *op)
{
    struct bobbin_cursor *cursor = path->reading->cursor;
    const struct bobbin_env *env = path->reading->env;
    bool thumb = cursor->cpsr & BOBBIN_CPSR_T;
    uint32_t word;
    uint32_t second = 0;
    enum bobbin_stop stop =
        gate_read(cursor, env, BOBBIN_SPACE_CODE, path->at, thumb ? 2 : 4, &word);

    if (stop == BOBBIN_STOP_NONE && thumb && code_is_wide(word))
        stop = gate_read(cursor, env, BOBBIN_SPACE_CODE, path->at + 2, 2, &second);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    if (thumb) {
        code_decode_thumb(word << 16 | second, op);
        advance_it(path, op);
    } else {
        code_decode_arm(word, op);
    }
    path->at += op->size_bytes;
    return BOBBIN_STOP_NONE;
}

/* sp becomes r[base] + offset. What was loaded before would stand at offsets from another register. */
static bool set_sp(struct path *path, const struct code_op *op)
{
    if (path->stack)
        return false;
    path->base = op->base;
    path->sp = op->offset;
    if (op->base == path->frame) {
        path->base = path->frame_base;
        path->sp = code_sum(path->sp, path->frame_at);
    }
    return true;
}

bool path_add(struct path *path, const struct code_op *op)
{
    if (op->target == BOBBIN_SP) {
        if (op->base != BOBBIN_SP)
            return set_sp(path, op);
        path->sp = code_sum(path->sp, op->offset);
    } else if (op->base == BOBBIN_SP) {
        path->frame = op->target;
        path->frame_base = path->base;
        path->frame_at = code_sum(path->sp, op->offset);
    } else if (op->target == op->base) {
        if (path->frame != op->target) {
            path->frame = op->target;
            path->frame_base = op->target;
            path->frame_at = 0;
        }
        path->frame_at = code_sum(path->frame_at, op->offset);
    }
    return true;
}

bool path_rule(const struct path *path, uint32_t cfa_register, int32_t cfa_offset, int32_t cfa,
               struct rule *rule)
{
    const uint32_t registers = ((1u << FORMAT_RULE_MASK_BITS) - 1) << FORMAT_RULE_MASK_SHIFT;
    uint32_t doubles = path->stack >> 24;
    uint32_t home = ((uint32_t)cfa - (uint32_t)path->top) / 4;
    uint32_t count = 0;

    while (doubles >> count & 1)
        count++;
    rule_open_leaf(rule);
    rule->cfa_register = (uint8_t)cfa_register;
    rule->cfa_offset = cfa_offset;
    if (path->stack & BOBBIN_VALID_R(BOBBIN_PC))
        rule->word |= FORMAT_RULE_RA;
    rule->word |= (path->stack & registers) | count << FORMAT_RULE_VFP_SHIFT;
    if (!rule->word)
        return true;
    if (path->low_at > path->high_at && (path->stack & 0x0f00u) && (path->stack & 0x00f0u))
        rule->word |= FORMAT_RULE_SPLIT;
    if (path->gap && count)
        rule->word |= FORMAT_RULE_GAP;
    rule->slot = (int32_t)(0 - 4 * home);
    return home < 1u << FORMAT_RULE_HOME_BITS && !(doubles >> count);
}
