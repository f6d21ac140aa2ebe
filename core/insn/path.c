/* SPDX-License-Identifier: MIT */
#include "path.h"

/*
 * Executes sp = r[base] + offset. Returns false if registers were loaded before, because their
 * offsets are relative to another base.
 */
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
    } else if (op->base == BOBBIN_SP || op->base == op->target) {
        if (op->base == BOBBIN_SP) {
            path->frame_at = path->sp;
            path->frame_moved = false;
        } else if (op->target != path->frame) {
            path->frame_at = 0;
            path->frame_moved = true;
        }
        path->frame = op->target;
        path->frame_at = code_sum(path->frame_at, op->offset);
    }
    return true;
}
