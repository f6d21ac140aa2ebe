/* SPDX-License-Identifier: MIT */
/*
 * CROSSINGS for tests, written from the comments of core/format/crossing_format.h only. The tool's
 * writer and the core's reader share no code with this writer.
 */
#ifndef HANDMADE_CROSSINGS_H
#define HANDMADE_CROSSINGS_H

#include "handmade.h"

/* Consecutive halfwords of code with one program. PROGRAM is the number of its first word. */
struct handmade_crossing {
    uint32_t halfwords, mode, program;
};

struct handmade_block {
    uint32_t start;
    const struct handmade_crossing *rows;
    uint32_t rows_count;
};

struct handmade_crossings {
    const struct handmade_block *blocks;
    uint32_t blocks_count;
    const uint32_t *words;
    uint32_t words_count;
};

/* Appends CROSSINGS to the table of SIZE_BYTES at OUT and returns the new size. */
uint32_t handmade_cross(uint8_t *out, uint32_t size_bytes,
                        const struct handmade_crossings *crossings);

#define CROSS_ANY        8u     /* instead of a mode */
#define CROSS_NO_PROGRAM 0xfffu /* instead of a program */

/* ---- steps ----------------------------------------------------------------------------------- */

enum { BY_SLOT, BY_WORD, BY_REGISTER, BY_NUMBER };      /* kinds */
enum { NEVER, INNERMOST };                              /* kinds of a check */
enum { LIST_LOAD, LIST_LOST };                          /* kinds of a list */
enum { USR, FIQ, IRQ, SVC, MON, ABT, HYP, UND, BANKS }; /* banks */
enum { AT_PC = 15, AT_PSR, AT_OTHER };                  /* places */
enum { AT_SP = 22, AT_LR = 30, AT_SPSR = 38 };          /* places, + bank */
enum { AT_BASE = 46, PLUS, SKIP_ZERO, SKIP_ONE, CHECK_STEP = 61, LIST_STEP, END_STEP };

#define CROSS_SKIP(place, kind, value, skip)                                                       \
    ((uint32_t)(place) | (uint32_t)(kind) << 6 | (uint32_t)(skip) << 8 | (uint32_t)(value) << 13)
#define CROSS(place, kind, value)     CROSS_SKIP(place, kind, value, 0)
#define CROSS_WORD(place, word)       CROSS(place, BY_WORD, 0), (uint32_t)(word)
#define CROSS_LIST(kind, mask, words) (62u | (kind) << 6 | (mask) << 8 | (uint32_t)(words) << 25)
#define CROSS_END(arm, thumb, entered, vector, is_return)                                          \
    CROSS(END_STEP, 0, (arm) | (thumb) << 4 | (entered) << 12 | (is_return) << 15 | (vector) << 16)

#endif
