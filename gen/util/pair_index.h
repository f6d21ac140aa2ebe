/* SPDX-License-Identifier: MIT */
/* Numbers pairs of words, in the order in which they are added, and finds the number of a pair. */
#ifndef GEN_UTIL_PAIR_INDEX_H
#define GEN_UTIL_PAIR_INDEX_H

#include "util/hash_index.h"

struct pair {
    uint32_t a, b;
};

/* Zero-initialize it. */
struct pair_index {
    struct pair *pair;
    size_t count, capacity;
    struct hash_index index;
};

/* The number of the pair A, B, or HASH_INDEX_NONE. */
uint32_t pair_index_find(const struct pair_index *index, uint32_t a, uint32_t b);

/* Adds the pair A, B, which INDEX does not have yet. */
void pair_index_add(struct pair_index *index, uint32_t a, uint32_t b);
void pair_index_free(struct pair_index *index);

#endif
