/* SPDX-License-Identifier: MIT */
/*
 * Unwind codes of Windows on ARM ("ARM exception handling", Microsoft's C++ documentation). A code
 * has 1 to 4 bytes. It describes the effect and the size of one Thumb instruction of an epilogue.
 */
#ifndef GEN_COUNTED_COUNT_WINDOWS_CODES_H
#define GEN_COUNTED_COUNT_WINDOWS_CODES_H

#include "util/buffer.h"
#include <bobbin/rule.h>

enum {
    WINDOWS_NOP_16 = 0xfb,
    WINDOWS_NOP_32 = 0xfc,
    WINDOWS_END_16 = 0xfd, /* the epilogue has one more instruction, of 16 bits */
    WINDOWS_END_32 = 0xfe,
    WINDOWS_END = 0xff,
};

/*
 * The effect of an instruction, derived from two rules. In an epilogue, DEEP is the rule before the
 * instruction; in a prologue, the rule after it.
 */
struct windows_step {
    enum windows_kind {
        WINDOWS_NOTHING,
        WINDOWS_ADJUST, /* sp moves by BYTES */
        /* pops the core registers of MASK (bit n is rn); those below r4 stand for unused words */
        WINDOWS_POP,
        WINDOWS_VPOP,  /* COUNT doubles from d8 on */
        WINDOWS_MOVE,  /* sp is set from register NUMBER */
        WINDOWS_OTHER, /* has no code */
    } kind;
    uint32_t bytes, mask, count, number;
};

struct windows_step windows_step(const struct bobbin_rule *deep, const struct bobbin_rule *shallow);

/* Writes the code of STEP, whose kind is not OTHER, for an instruction of SIZE_BYTES. */
void windows_put(struct buffer *out, const struct windows_step *step, uint32_t size_bytes);

#endif
