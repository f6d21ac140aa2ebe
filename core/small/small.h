/* SPDX-License-Identifier: MIT */
/*
 * Inside core: reads `--small` tables. Most of their rules are not stored but derived from the
 * machine code.
 */
#ifndef BOBBIN_SMALL_H
#define BOBBIN_SMALL_H

#include "../insn/code.h"
#include "../unwind/readers.h"
#include "../unwind/reading.h"
#include "small_scan.h"

enum {
    SMALL_PROLOGUE_MAX = 48, /* instructions from the start of the function */
    /* instructions up to a return, across calls and branches, on all paths together */
    SMALL_WALK_MAX = 255,
    SMALL_WAYS_MAX = 8, /* branches that may still be taken later */
};

/* In small_answer.known: the rule has to be derived from the code. */
#define SMALL_CODE ((uint32_t)BOBBIN_STOPS)

/* What a table says about an address. */
struct small_answer {
    uint32_t known; /* a word of known.h, from the row or the body rule; or SMALL_CODE */
    uint32_t start; /* address where the entry starts */
    uint32_t how;   /* bits FORMAT_HOW_...: how the code may be read */
};

/*
 * Looks up ADDRESS, a return address, in RANGE, a record of TABLE. Returns false if the table is
 * damaged.
 */
bool small_answer(const struct bobbin_table *table, const uint8_t *range, uint32_t address,
                  struct small_answer *answer);

/* Finds the rule of the pc of CURSOR from ANSWER. Returns what reading_find returns. */
uint32_t small_read(struct bobbin_cursor *cursor, const struct small_answer *answer);

/*
 * The next two functions read code. If they find a rule, they write it to cursor->reading, with
 * trust CODE. They return STOP_NONE, also if they find no rule, or the reason why the code cannot
 * be read.
 */

/* Searches for a return, forward from the pc, along all paths. */
enum bobbin_stop small_walk(struct bobbin_cursor *cursor);

/* Reads the prologue: from START of the function to the pc, or to the end of the prologue. */
enum bobbin_stop small_prologue(struct bobbin_cursor *cursor, uint32_t start);

/* Decodes the next instruction of SCAN to OP. */
enum bobbin_stop small_fetch(struct bobbin_cursor *cursor, struct scan *scan, struct code_op *op);

#endif
