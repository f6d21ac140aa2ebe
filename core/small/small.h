/* SPDX-License-Identifier: MIT */
/*
 * Inside core: rules that stand in no table: the code alone tells them. For tables of the setting
 * "small".
 */
#ifndef BOBBIN_SMALL_H
#define BOBBIN_SMALL_H

#include "../insn/code.h"
#include "../unwind/readers.h"
#include "../unwind/reading.h"
#include "small_scan.h"

enum {
    SMALL_PROLOGUE_MAX = 48, /* instructions from the start of the function */
    /* instructions to a return, over calls and branches, on all ways tried together */
    SMALL_WALK_MAX = 255,
    SMALL_WAYS_MAX = 8, /* branches not taken that are kept to be tried */
};

/* In place of what is known: the code is to tell it. */
#define SMALL_CODE ((uint32_t)BOBBIN_STOPS)

/* What a table says of an address. */
struct small_answer {
    uint32_t known; /* the rule of its row, or the body rule; SMALL_CODE */
    uint32_t start; /* of the entry, in memory */
    uint32_t how;   /* FORMAT_HOW_...: how the code is read */
};

/*
 * What RANGE, a record of TABLE, says at ADDRESS, a return address; false: nothing that makes
 * sense.
 */
bool small_answer(const struct bobbin_table *table, const uint8_t *range, uint32_t address,
                  struct small_answer *answer);

/* What is known of the pc of READING by ANSWER, as reading_find says it. */
uint32_t small_read(struct bobbin_cursor *cursor, const struct small_answer *answer);

/* What reads code: STOP_NONE, or why it cannot be read. */

/* From the pc, interrupted there or returned to, to a return, on any way. */
enum bobbin_stop small_walk(struct bobbin_cursor *cursor);

/* From START of the function to the pc, or to where its prologue ends. */
enum bobbin_stop small_prologue(struct bobbin_cursor *cursor, uint32_t start);

/* The next instruction of SCAN, as OP. */
enum bobbin_stop small_fetch(struct bobbin_cursor *cursor, struct scan *scan, struct code_op *op);

#endif
