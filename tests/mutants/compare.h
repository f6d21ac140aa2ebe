/* SPDX-License-Identifier: MIT */
/* Where two tables of one image answer differently. */
#ifndef MUTANTS_COMPARE_H
#define MUTANTS_COMPARE_H

#include "places.h"

struct difference {
    struct place place;
    struct answer good, other;
};

struct comparison {
    const struct image *image;
    struct bobbin_env good, other; /* a table each */
    void (*differs)(void *context, const struct difference *difference);
    void *context;
};

/* Calls COMPARISON->differs for each place where the tables do not say the same, and for each edge of their
   ranges that is code by one and not by the other. */
void compare_tables(const struct comparison *comparison);

#endif
