/* SPDX-License-Identifier: MIT */
/* Inside core: what instructions, executed one after the other, do to sp and to what stands in the stack. */
#ifndef BOBBIN_PATH_H
#define BOBBIN_PATH_H

#include "code.h"

#define PATH_RETURN (BOBBIN_VALID_R(BOBBIN_PC)) /* in stack: the return address */

/* What of a path the instructions have to do with that are passed over. */
struct path_scan {
    uint32_t at;      /* the next instruction */
    uint8_t left;     /* it ends after so many instructions */
    uint8_t it_left;  /* LEFT behind the last IT */
    uint8_t it;       /* what that IT set ITSTATE to */
    uint8_t branches; /* conditional ones: PATH_PASSES and PATH_PASSED; PATH_MORE */
};

enum {
    PATH_PASSES = 1, /* the path is straight: they are not taken */
    PATH_PASSED = 2, /* one was not */
    PATH_MORE = 4,   /* and more: so many times an instruction does not count */
};

/* Offsets are in bytes from r[base] as it was at the start. */
struct path {
    struct path_scan scan;
    uint32_t
        stack; /* what has been loaded from the stack, or in a prologue stored there: BOBBIN_VALID_R and _D */
    int32_t sp;       /* where sp is */
    int32_t frame_at; /* where r[frame] is; from r[frame] as it was, if FRAME_MOVED */
    uint8_t base, frame;
    bool frame_moved;
};

/* From AT on, an even address, up to STEPS_MAX instructions, no more than 255. */
static inline void path_begin_scan(struct path_scan *scan, uint32_t at, uint32_t steps_max,
                                   uint32_t branches)
{
    scan->at = at;
    scan->left = (uint8_t)steps_max;
    scan->it_left = 0;
    scan->it = 0;
    scan->branches = (uint8_t)branches;
}

/* All but the scan. */
void path_begin(struct path *path);

/*
 * Goes behind the next Thumb instruction that may matter to a frame, or to where but LAST are left: that instruction, as
 * code_decode takes it, or 0. More than LAST are left, and at BYTES, where they stand, 4 can be read for each. What does not matter
 * is passed over, and with it most adds among other registers than sp (SPEC.md 7.2).
 */
uint32_t path_pass(struct path_scan *scan, const uint8_t *bytes, uint32_t last);

/* The same of ARM instructions, all of which are 4 bytes. */
uint32_t path_pass_arm(struct path_scan *scan, const uint8_t *bytes, uint32_t last);

/*
 * WORD, which either has found, as OP, with the condition that an IT may have set, unless it has one of its own. STATE
 * as code_decode has it. What was passed over is CODE_OTHER, with no more than that in OP. CODE_END: the path has ended.
 */
void path_take(const struct path_scan *scan, uint32_t word, struct code_op *op, uint32_t state);

/* Registers that nobody follows: the callee's to destroy. */
#define PATH_SCRATCH (0x0fu | BOBBIN_VALID_R(12))

/* Whether a conditional branch is passed. */
static inline bool path_passes(struct path_scan *scan)
{
    if (!(scan->branches & PATH_PASSES))
        return false;
    scan->branches |= PATH_PASSED;
    return true;
}

/* OP, a CODE_ADD, is executed; false: where sp is cannot be said any more. */
bool path_add(struct path *path, const struct code_op *op);

#endif
