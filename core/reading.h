/* SPDX-License-Identifier: MIT */
/*
 * Inside core: rules that are read from the code on the spot. None of this is taken on trust: the generator runs it at
 * every instruction of an image and writes an explicit row wherever it would be wrong.
 */
#ifndef BOBBIN_READING_H
#define BOBBIN_READING_H

#include "find.h"
#include "path.h"
#include "rule.h"

enum {
    READING_FORWARD_MAX = 5, /* instructions from the pc on, in a straight line, */
    READING_FORWARD_MORE =
        3, /* and one more for each that matters to a frame, but so many at most */
};

/* A frame whose rule is looked for. All that a step has in mind. */
struct reading {
    struct bobbin_cursor
        *cursor; /* its pc, kind and state are what is asked; code reads are charged to it */
    const struct bobbin_env *env;
    /*
     * What a table says of the pc. Start and end both 0: it has a call's rule by number in the first table (quick_start), and the
     * entries there tell. The trust becomes CODE where the code has told RULE, and LR where that is a guess.
     */
    struct table_answer answer;
    struct rule rule;
};

/* So many bytes are all that those are made of. */
#define READING_FORWARD_BYTES (4 * (READING_FORWARD_MAX + READING_FORWARD_MORE))

/*
 * The rule is what holds between prologue and epilogue of the function that was interrupted: it becomes what holds at the pc, if
 * CODE, which stands there, tells that. It has READING_FORWARD_BYTES, of which SIZE_BYTES are what is in memory, and the others 0; false: those are
 * too few, and nothing is known. Of a compact rule word, cfa and AT alone need be set, and what becomes of it is there, in form and
 * in keep.
 */
bool reading_forward(struct reading *reading, const uint8_t *code, uint32_t size_bytes);

#endif
