/* SPDX-License-Identifier: MIT */
/*
 * The rules of exception entry code: for each of its instructions a program that finds the
 * registers of the interrupted code (core/format/crossing_format.h), or the reason why there is
 * none. The stage exceptions makes them, the stages encode and prove read them.
 */
#ifndef GEN_ROWS_CROSSINGS_H
#define GEN_ROWS_CROSSINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rule at START to END - 1. */
struct crossing {
    uint32_t start, end;
    uint32_t handler;   /* address of the vector or function through which this code is entered */
    uint32_t first;     /* index in WORD of the first word of the program */
    uint32_t count;     /* words of the program; 0: no program */
    uint8_t mode;       /* bits 3..0 of the mode of the code, or CROSSING_MODE_ANY */
    bool is_call;       /* a frame may be here while other code runs: calls, SVC, SMC */
    bool unmasked;      /* the code may have enabled interrupts */
    const char *reason; /* why there is no program; static text. NULL if there is one */
};

struct crossings {
    struct crossing *crossing; /* ascending, not overlapping */
    size_t count, capacity;
    uint32_t *word; /* of all programs; equal programs may have the same words */
    size_t words_count, words_capacity;
};

#endif
