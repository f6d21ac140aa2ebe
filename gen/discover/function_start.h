/* SPDX-License-Identifier: MIT */
/*
 * Whether code looks like the beginning of a function, by the procedure-call standard (AAPCS32
 * 6.1).
 */
#ifndef GEN_DISCOVER_FUNCTION_START_H
#define GEN_DISCOVER_FUNCTION_START_H

#include "insn/effect.h"

enum function_start {
    /*
     * it uses registers of its caller before it has saved them, or stack that it does not have, or
     * only jumps
     */
    FUNCTION_START_NOT,
    FUNCTION_START_MAYBE,    /* nothing speaks against it */
    FUNCTION_START_PROLOGUE, /* it saves lr */
};

enum function_start function_start_judge(struct effect_reader *reader, const struct image *image,
                                         uint32_t address, bool thumb);

#endif
