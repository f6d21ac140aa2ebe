/* SPDX-License-Identifier: MIT */
/*
 * Judges whether code looks like the start of a function by the procedure-call standard (AAPCS32
 * 6.1). For the stages discover and analysis.
 */
#ifndef GEN_INSN_FUNCTION_START_H
#define GEN_INSN_FUNCTION_START_H

#include "insn/effect.h"

enum function_start {
    FUNCTION_START_NOT,      /* no function: invalid, against the standard, or only a jump */
    FUNCTION_START_MAYBE,    /* nothing speaks against a function */
    FUNCTION_START_PROLOGUE, /* a function: it saves lr on the stack */
};

/* Judges the code at ADDRESS in ARM or THUMB state. Uses READER and resets its IT state. */

enum function_start function_start_judge(struct effect_reader *reader, const struct image *image,
                                         uint32_t address, bool thumb);

#endif
