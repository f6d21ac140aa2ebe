/* SPDX-License-Identifier: MIT */
/*
 * Lower bounds for the size of the facts of an image in bits: the entropies of their distributions.
 * No code that writes these facts one by one is smaller on average. Bytes that help to find or
 * decode facts (index, dictionary, header) are not counted.
 */
#ifndef GEN_SIZE_ENTROPY_BOUNDS_H
#define GEN_SIZE_ENTROPY_BOUNDS_H

#include "reference/reference.h"

/*
 * What a bound counts. A function here extends from the address of one function symbol to the next.
 * Its body rule is the rule that holds in most of its bytes.
 */
enum bound {
    BOUND_STARTS,  /* starts of functions, all sets equally likely: log2 of the number of sets */
    BOUND_LENGTHS, /* of functions; order-0 entropy, like all below */
    BOUND_RUNS,    /* the same if adjacent functions without a frame are merged into one */
    BOUND_RULES,   /* body rules of functions */
    BOUND_RULES_BY_LENGTH, /* body rules, if the number of bits of the function's length is known */
    /* all rows, explicit: each rule given the rule before, each length given its rule */
    BOUND_ROWS,
    BOUNDS,
};

struct bounds {
    double bits[BOUNDS]; /* for the whole image */
    uint64_t functions;
};

/* A name for output, such as "lengths of functions". */
const char *bound_name(enum bound bound);

void bounds_find(struct bounds *bounds, const struct reference *reference);

#endif
