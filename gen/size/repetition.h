/* SPDX-License-Identifier: MIT */
/*
 * How often the same rules come again: what a dictionary of them lives on, counted as those who
 * thought of it have counted.
 */
#ifndef GEN_REPETITION_H
#define GEN_REPETITION_H

#include "reference/reference.h"
#include "util/json.h"

/* Which parts of a rule are looked at; neighbouring ranges that agree in those count as one. */
enum repetition_of {
    REPETITION_RULES, /* all of it */
    /* cfa, return address, r7 and r11: sp, pc and the frame pointers, as a profiler keeps them */
    REPETITION_LIMITED,
    REPETITION_CFAS, /* how to find the cfa */
    REPETITION_USES, /* where, from the cfa, everything is */
    REPETITIONS,
};

#define REPETITION_TOP 15

struct repetition_count {
    uint64_t ranges, distinct;
    uint64_t top; /* ranges that have one of the REPETITION_TOP most frequent */
};

struct repetition {
    struct repetition_count of[REPETITIONS];
    uint64_t exidx_entries;   /* of .ARM.exidx */
    uint64_t exidx_inline;    /* different words that say all themselves */
    uint64_t exidx_extab;     /* different places in .ARM.extab that are referred to */
    uint64_t exidx_unwinders; /* different rules that either say */
};

void repetition_find(struct repetition *repetition, const struct reference *reference);

/* As lines on stdout; as members of the object that is open in JSON. */
void repetition_print(const struct repetition *repetition);
void repetition_write(const struct repetition *repetition, struct json *json);

#endif
