/* SPDX-License-Identifier: MIT */
/*
 * How few bits the facts of a table can take in the image at hand: entropies of how they are
 * distributed there. No code that writes them down one by one does better on average, and none of
 * what finds or explains them (index, dictionary, header) is in.
 */
#ifndef GEN_BOUNDS_H
#define GEN_BOUNDS_H

#include "reference/reference.h"

/* A function here is what lies from the address of one function symbol to the next, its body rule
   the one that
   most of it has. */
enum bound {
    BOUND_STARTS,  /* of functions, any set of them being as likely: log2 of how many there are */
    BOUND_LENGTHS, /* of functions: order-0 entropy, as all that follow */
    BOUND_RUNS,    /* the same, neighbours without a frame counted as one function */
    BOUND_RULES,   /* body rules of functions */
    BOUND_RULES_BY_LENGTH, /* the same, of what has a number of bits known that its length takes */
    /* all rows, explicit: the rule after the one before, the length of a row of that rule */
    BOUND_ROWS,
    BOUNDS,
};

struct bounds {
    double bits[BOUNDS]; /* for the whole image */
    uint64_t functions;
};

/* "lengths of functions", ... */
const char *bound_name(enum bound bound);

void bounds_find(struct bounds *bounds, const struct reference *reference);

#endif
