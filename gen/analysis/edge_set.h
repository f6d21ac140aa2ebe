/* SPDX-License-Identifier: MIT */
/* Which edges of a graph have been seen: pairs of indices of nodes. Zero it to start. */
#ifndef GEN_ANALYSIS_EDGE_SET_H
#define GEN_ANALYSIS_EDGE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct edge_set {
    uint64_t *key; /* by their hash; 0: free. A power of two of them */
    size_t count, size;
};

/* False when the edge is there already. */
bool edge_set_add(struct edge_set *set, uint32_t from, uint32_t to);
void edge_set_free(struct edge_set *set);

#endif
