/* SPDX-License-Identifier: MIT */
/*
 * Inside core: follows sp and the frame pointer through instructions, and notes which registers are
 * on the stack. For `--small` tables.
 */
#ifndef BOBBIN_PATH_H
#define BOBBIN_PATH_H

#include "code.h"

/* in path.stack: the return address is on the stack */
#define PATH_RETURN (BOBBIN_VALID_R(BOBBIN_PC))

/* All offsets are in bytes from the value that r[base] had at the start. */
struct path {
    /* registers loaded from the stack, or stored there by a prologue: BOBBIN_VALID_R and _D */
    uint32_t stack;
    int32_t sp;       /* offset of sp */
    int32_t frame_at; /* offset of r[frame]; if FRAME_MOVED, relative to r[frame] at the start */
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

/* Executes OP, a CODE_ADD. Returns false if the offset of sp is unknown afterwards. */
bool path_add(struct path *path, const struct code_op *op);

#endif
