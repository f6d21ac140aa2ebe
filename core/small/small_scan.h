/* SPDX-License-Identifier: MIT */
/* Inside core: from one instruction that may matter to a frame to the next. */
#ifndef BOBBIN_SMALL_SCAN_H
#define BOBBIN_SMALL_SCAN_H

#include "../insn/code.h"

/* Where in the code a path is. */
struct scan {
    uint32_t at;     /* the next instruction */
    uint8_t left;    /* it ends after so many instructions */
    uint8_t it_left; /* LEFT behind the last IT */
    uint8_t it;      /* what that IT set ITSTATE to */
};

/*
 * Goes behind the next Thumb instruction that may matter to a frame, or to where but LAST are left:
 * that instruction, as code_decode takes it, or 0. More than LAST are left, and at BYTES, where
 * they stand, 4 can be read for each. What does not matter is passed over, and with it most adds
 * among other registers than sp (SPEC.md 7.2).
 */
uint32_t scan_pass(struct scan *scan, const uint8_t *bytes, uint32_t last);

/* The same of ARM instructions, all of which are 4 bytes. */
uint32_t scan_pass_arm(struct scan *scan, const uint8_t *bytes, uint32_t last);

/*
 * WORD, which either has found, as OP, with the condition that an IT may have set, unless it has
 * one of its own. STATE as code_decode has it. What was passed over is CODE_OTHER, with no more
 * than that in OP. CODE_END: the path has ended.
 */
void scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state);

#endif
