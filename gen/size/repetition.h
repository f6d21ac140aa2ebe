/* SPDX-License-Identifier: MIT */
/*
 * How often rules repeat in an image. The more they repeat, the smaller is a dictionary of rules.
 * The document that proposed the compact CFI dictionary lists the same kinds of counts.
 */
#ifndef GEN_SIZE_REPETITION_H
#define GEN_SIZE_REPETITION_H

#include "reference/reference.h"
#include "util/json.h"

/*
 * Which parts of a rule are compared. Adjacent ranges whose compared parts are equal count as one.
 */
enum repetition_of {
    REPETITION_RULES, /* the whole rule */
    /* cfa, return address, r7 and r11: a profiler needs only sp, pc and the frame pointers */
    REPETITION_LIMITED,
    REPETITION_CFAS, /* how the cfa is computed */
    REPETITION_USES, /* where all registers are, relative to the cfa */
    REPETITIONS,
};

#define REPETITION_TOP 15

struct repetition_count {
    uint64_t ranges, distinct;
    uint64_t top; /* ranges that have one of the REPETITION_TOP most frequent rules */
};

struct repetition {
    struct repetition_count of[REPETITIONS];
    uint64_t exidx_entries;   /* entries of .ARM.exidx */
    uint64_t exidx_inline;    /* distinct inline words */
    uint64_t exidx_extab;     /* distinct addresses in .ARM.extab that entries refer to */
    uint64_t exidx_unwinders; /* distinct rules of both */
};

void repetition_find(struct repetition *repetition, const struct reference *reference);

/*
 * repetition_print prints lines on stdout. repetition_write adds members to the open JSON object.
 */
void repetition_print(const struct repetition *repetition);
void repetition_write(const struct repetition *repetition, struct json *json);

#endif
