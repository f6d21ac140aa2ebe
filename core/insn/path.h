/* SPDX-License-Identifier: MIT */
/*
 * Inside core: what instructions, executed one after the other, do to sp and to what stands in the
 * stack. For tables of the setting "small".
 */
#ifndef BOBBIN_PATH_H
#define BOBBIN_PATH_H

#include "code.h"

#define PATH_RETURN (BOBBIN_VALID_R(BOBBIN_PC)) /* in stack: the return address */

/* Offsets are in bytes from r[base] as it was at the start. */
struct path {
    /* what has been loaded from the stack, or in a prologue stored there: BOBBIN_VALID_R and _D */
    uint32_t stack;
    int32_t sp;       /* where sp is */
    int32_t frame_at; /* where r[frame] is; from r[frame] as it was, if FRAME_MOVED */
    uint8_t base, frame;
    bool frame_moved;
};

static inline void path_begin(struct path *path)
{
    path->stack = 0;
    path->sp = 0;
    path->frame_at = 0;
    path->base = BOBBIN_SP;
    path->frame = BOBBIN_SP;
    path->frame_moved = false;
}

/* OP, a CODE_ADD, is executed; false: where sp is cannot be said any more. */
bool path_add(struct path *path, const struct code_op *op);

#endif
