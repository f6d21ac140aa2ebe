/* SPDX-License-Identifier: MIT */
/*
 * A set of edges: pairs of two numbers. Set it to zero to start with an empty set. For the stage
 * analysis.
 */
#ifndef GEN_ANALYSIS_EDGE_SET_H
#define GEN_ANALYSIS_EDGE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct edge_set {
    uint64_t *key; /* a hash table of SIZE keys; 0: free. SIZE is a power of two */
    size_t count, size;
};

/* Adds the edge. Returns false if it was in the set before. */
bool edge_set_add(struct edge_set *set, uint32_t from, uint32_t to);
void edge_set_free(struct edge_set *set);

#endif
