/* SPDX-License-Identifier: MIT */
/*
 * Unwind codes of Windows on ARM ("ARM exception handling", Microsoft's C++ documentation): each
 * says, in 1 to 4 bytes, what one Thumb instruction of an epilogue does, and of how many bytes it
 * is.
 */
#ifndef GEN_COUNT_WINDOWS_CODES_H
#define GEN_COUNT_WINDOWS_CODES_H

#include "util/buffer.h"
#include <bobbin/rule.h>

enum {
    WINDOWS_NOP_16 = 0xfb,
    WINDOWS_NOP_32 = 0xfc,
    WINDOWS_END_16 = 0xfd, /* behind it an epilogue has one instruction more, of 16 bits */
    WINDOWS_END_32 = 0xfe,
    WINDOWS_END = 0xff,
};

/*
 * What an instruction does between two rules: DEEP before it in an epilogue, behind it in a
 * prologue.
 */
struct windows_step {
    enum windows_kind {
        WINDOWS_NOTHING,
        WINDOWS_ADJUST, /* BYTES of stack */
        WINDOWS_POP, /* core registers of MASK, bit n for rn, those below r4 for their words only */
        WINDOWS_VPOP,  /* COUNT doubles from d8 on */
        WINDOWS_MOVE,  /* sp from REGISTER */
        WINDOWS_OTHER, /* what no code says */
    } kind;
    uint32_t bytes, mask, count, number;
};

struct windows_step windows_step(const struct bobbin_rule *deep, const struct bobbin_rule *shallow);

/* The code of STEP, which is not OTHER, of an instruction of SIZE_BYTES. */
void windows_put(struct buffer *out, const struct windows_step *step, uint32_t size_bytes);

#endif
