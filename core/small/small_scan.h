/* SPDX-License-Identifier: MIT */
/*
 * Inside core: scans code for the next instruction that may affect a frame, without decoding the
 * others.
 */
#ifndef BOBBIN_SMALL_SCAN_H
#define BOBBIN_SMALL_SCAN_H

#include "../insn/code.h"

/* The position of a path in the code. */
struct scan {
    uint32_t at;     /* address of the next instruction */
    uint8_t left;    /* instructions until the path ends */
    uint8_t it_left; /* LEFT after the last IT */
    uint8_t it;      /* ITSTATE after that IT */
};

/*
 * Advances SCAN past the next Thumb instruction that may matter to a frame, or until only LAST are
 * left. Returns that instruction in the form of code_decode, or 0. scan->left must be more than
 * LAST. BYTES are the code at scan->at, with 4 readable bytes for each instruction.
 *
 * The scan skips instructions that do not matter, among them most additions to registers other than
 * sp (core/format/TABLE.md, 7.2).
 */
uint32_t scan_pass(struct scan *scan, const uint8_t *bytes, uint32_t last);

/* The same for ARM instructions. */
uint32_t scan_pass_arm(struct scan *scan, const uint8_t *bytes, uint32_t last);

/*
 * Decodes WORD, a result of the functions above, to OP. OP gets the condition of an IT block if it
 * has no condition of its own. STATE as for code_decode. For a WORD of 0 only kind and condition of
 * OP are set, to CODE_OTHER and always. If the path has ended, the kind is CODE_END.
 */
void scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state);

#endif
