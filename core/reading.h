/* SPDX-License-Identifier: MIT */
/*
 * Inside core: rules that are read from the code on the spot. None of this is taken on trust: the generator runs it at
 * every instruction of an image and writes an explicit row wherever it would be wrong.
 */
#ifndef BOBBIN_READING_H
#define BOBBIN_READING_H

#include "find.h"
#include "rule.h"

enum {
    READING_FORWARD_BYTES = 14, /* from the pc on: what begins in them is looked at */
    READING_CODE_BYTES = 16,    /* so many can they be */
};

/* A frame whose rule is looked for. All that a step has in mind. */
struct reading {
    /* its pc, kind and state are what is asked; code reads are charged to it */
    struct bobbin_cursor *cursor;
    const struct bobbin_env *env;
    /*
     * What a table says of the pc. The trust becomes CODE where the code has told RULE, and LR where that is a guess.
     */
    struct table_answer answer;
    /*
     * The rule: a compact word, whose register is as far from its cfa as CFA_OFFSET says and not as it says itself; or
     * one that has pc there, and then the answer knows the rule.
     */
    uint32_t word;
    uint32_t cfa_offset;
    uint32_t lost;   /* places that are lost besides, a bit each */
    uint32_t target; /* of the branch that the code comes to; else NO_TARGET */
};

#define READING_NO_TARGET 1u /* no instruction stands there */

/* The rule of READING, whose kind is CALL or EXACT. */
void reading_open(const struct reading *reading, struct rule *rule);

/* All of it: STOP_NONE, or CORRUPT when the bytes make none. */
enum bobbin_stop reading_expand(const struct reading *reading, struct bobbin_rule *out);

/*
 * The rule of READING becomes the one where nothing is saved: at the first instruction of a function, and behind its
 * last.
 */
static inline void reading_leave(struct reading *reading)
{
    reading->word = 0;
    reading->cfa_offset = 0;
}

/*
 * The rule, a compact one, is what holds between prologue and epilogue of the function that was interrupted: it becomes
 * what holds at the pc, if the READING_CODE_BYTES at CODE tell that; or there is a target, and nothing is saved if that
 * is not in the same function. False: more than the first SIZE_BYTES of them are needed, which alone stand there, and
 * nothing is known.
 */
bool reading_forward(struct reading *reading, const uint8_t *code, uint32_t size_bytes);

#endif
