/* SPDX-License-Identifier: MIT */
#include "path.h"

#include "gate.h"

void path_begin(struct path *path, const struct reading *reading, uint32_t at)
{
    path->reading = reading;
    path->at = at & ~1u; /* odd by a mistake of the table */
    path->stack = 0;
    path->sp = 0;
    path->frame_at = 0;
    path->base = BOBBIN_SP;
    path->frame = BOBBIN_SP;
    path->frame_moved = false;
    path->it = 0;
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

    if (stop == BOBBIN_STOP_NONE && thumb) {
        if (code_is_wide(word))
            stop = gate_read(cursor, env, BOBBIN_SPACE_CODE, path->at + 2, 2, &second);
        word = word << 16 | second;
    }
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    code_decode(word, op, thumb);
    advance_it(path, op);
    path->at += op->size_bytes;
    return BOBBIN_STOP_NONE;
}

/* sp becomes r[base] + offset. What was loaded before would stand at offsets from another register. */
static bool set_sp(struct path *path, const struct code_op *op)
{
    path->sp = op->offset;
    if (op->base == path->frame)
        path->sp = code_sum(path->sp, path->frame_at);
    if (op->base != path->frame || path->frame_moved)
        path->base = op->base;
    return path->stack == 0;
}

bool path_add(struct path *path, const struct code_op *op)
{
    if (op->target == BOBBIN_SP) {
        if (op->base != BOBBIN_SP)
            return set_sp(path, op);
        path->sp = code_sum(path->sp, op->offset);
    } else if (op->base == BOBBIN_SP) {
        path->frame = op->target;
        path->frame_at = code_sum(path->sp, op->offset);
        path->frame_moved = false;
    } else if (op->base == op->target) {
        if (op->target != path->frame)
            path->frame_at = 0;
        path->frame_moved = op->target != path->frame || path->frame_moved;
        path->frame = op->target;
        path->frame_at = code_sum(path->frame_at, op->offset);
    }
    return true;
}
