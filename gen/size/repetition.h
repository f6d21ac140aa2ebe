/* SPDX-License-Identifier: MIT */
/*
 * How often rules repeat in an image. A dictionary of rules depends on this. The counts are those
 * of the document that proposed the compact CFI dictionary.
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
    /*
     * cfa, return address, r7 and r11, which is what a profiler needs: sp, pc and the frame
     * pointers
     */
    REPETITION_LIMITED,
    REPETITION_CFAS, /* how the cfa is computed */
    REPETITION_USES, /* where all registers are, relative to the cfa */
    REPETITIONS,
};

#define REPETITION_TOP 15

struct repetition_count {
    uint64_t ranges, distinct;
    uint64_t top; /* ranges with one of the REPETITION_TOP most frequent */
};

struct repetition {
    struct repetition_count of[REPETITIONS];
    uint64_t exidx_entries;   /* entries of .ARM.exidx */
    uint64_t exidx_inline;    /* distinct inline words */
    uint64_t exidx_extab;     /* distinct addresses in .ARM.extab that entries refer to */
    uint64_t exidx_unwinders; /* distinct rules of both */
};

void repetition_find(struct repetition *repetition, const struct reference *reference);

/* The first prints lines on stdout. The second writes members of the open JSON object. */
void repetition_print(const struct repetition *repetition);
void repetition_write(const struct repetition *repetition, struct json *json);

#endif
