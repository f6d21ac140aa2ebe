/* SPDX-License-Identifier: MIT */
/* Inside core: what instructions, executed one after the other, do to sp and to what stands in the stack. */
#ifndef BOBBIN_PATH_H
#define BOBBIN_PATH_H

#include "code.h"
#include "reading.h"

#define PATH_RETURN (BOBBIN_VALID_R(BOBBIN_PC)) /* in stack: the return address */

/* Offsets are in bytes from r[base] as it was at the start. */
struct path {
    const struct reading *reading;
    uint32_t at;   /* the next instruction */
    uint32_t left; /* it ends after so many instructions */
    uint32_t
        stack; /* what has been loaded from the stack, or in a prologue stored there: BOBBIN_VALID_R and _D */
    int32_t sp;       /* where sp is */
    int32_t frame_at; /* where r[frame] is; from r[frame] as it was, if FRAME_MOVED */
    uint32_t it_left; /* LEFT behind the last IT */
    uint8_t base, frame;
    bool frame_moved;
    uint8_t it;    /* what that IT set ITSTATE to */
    bool straight; /* conditional branches are not taken */
    bool passed;   /* nor was one */
};

/* From AT on, up to STEPS_MAX instructions. */
void path_begin(struct path *path, const struct reading *reading, uint32_t at, uint32_t steps_max);

/*
 * Goes to the next instruction that may matter to a frame, reads it, steps behind it, and gives it its condition, which an
 * IT may have set. What does not matter is passed over, and with it most adds among other registers than sp (SPEC.md 7.2); one that
 * is read through the gate, and passed over, is CODE_OTHER, with no more than that in OP. CODE_END: the path has ended.
 */
enum bobbin_stop path_fetch(struct path *path, struct code_op *op);

/* Registers that nobody follows: the callee's to destroy. */
#define PATH_SCRATCH (0x0fu | BOBBIN_VALID_R(12))

/* Whether a straight path may go on behind a conditional branch: it has done nothing yet. */
static inline bool path_passes(struct path *path)
{
    if (!path->straight || (path->stack & ~PATH_SCRATCH) || path->sp)
        return false;
    path->passed = true;
    return true;
}

/* OP, a CODE_ADD, is executed; false: where sp is cannot be said any more. */
bool path_add(struct path *path, const struct code_op *op);

#endif
