/* SPDX-License-Identifier: MIT */
/* Finds where two tables of one image give different answers. */
#ifndef MUTANTS_COMPARE_H
#define MUTANTS_COMPARE_H

#include "places.h"

struct difference {
    struct place place;
    struct answer good, other;
};

struct comparison {
    const struct image *image;
    struct bobbin_env good, other; /* one table each */
    void (*differs)(void *context, const struct difference *difference);
    void *context;
};

/*
 * Calls COMPARISON->differs for each place where the answers differ, and for each edge of a range
 * that only one of the tables counts as code.
 */
void compare_tables(const struct comparison *comparison);

#endif
