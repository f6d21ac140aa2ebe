/* SPDX-License-Identifier: MIT */
/*
 * Inside core: rules that are read from the code on the spot. None of this is taken on trust: the generator runs it at
 * every instruction of an image and writes an explicit row wherever it would be wrong.
 */
#ifndef BOBBIN_READING_H
#define BOBBIN_READING_H

#include "rule.h"

enum {
    READING_FORWARD_MAX = 8,    /* instructions from the pc to a return, in a straight line */
    READING_WALK_MAX = 256,     /* the same, over calls and branches, on all ways tried together */
    READING_WAYS_MAX = 8,       /* branches not taken that are kept to be tried */
    READING_PROLOGUE_MAX = 48,  /* instructions from the start of the function */
};

/* A stretch of code whose rules are read: a function, or what stands for one. */
struct reading {
    struct bobbin_cursor *cursor; /* its pc and kind are what is asked; code reads are charged to it */
    const struct bobbin_env *env;
    uint32_t start, end;
};

/*
 * Each returns STOP_NONE, or why the code cannot be read (UNREADABLE, BUDGET: then nothing is known). *FOUND: RULE is
 * the rule for the pc.
 */

/* From an interrupted pc straight to a return. BODY is the rule that holds between prologue and epilogue. */
enum bobbin_stop reading_forward(const struct reading *reading, const struct rule *body,
                                 struct rule *rule, bool *found);

/* From the pc, interrupted there or returned to, to a return, on any way. */
enum bobbin_stop reading_walk(const struct reading *reading, struct rule *rule, bool *found);

/* From the start of the function to the pc: the state of the prologue there; not FOUND when BODY holds already. BODY
   NULL: it is read too, and always FOUND. */
enum bobbin_stop reading_prologue(const struct reading *reading, const struct rule *body,
                                  struct rule *rule, bool *found);

#endif
