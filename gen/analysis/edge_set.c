/* SPDX-License-Identifier: MIT */
/* A hash table of edges, with linear probing. For noreturn.c and region_entries.c. */
#include "analysis/edge_set.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/*
 * The index of KEY, or of the free slot for KEY. The odd factor is 2^64 divided by the golden
 * ratio; the high bits of the product are well mixed.
 */
static size_t slot_of(const struct edge_set *set, uint64_t key)
{
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (set->size - 1);

    while (set->key[at] && set->key[at] != key)
        at = (at + 1) & (set->size - 1);
    return at;
}

static void grow(struct edge_set *set)
{
    struct edge_set old = *set;

    set->size = old.size ? 2 * old.size : 64;
    set->key = must_realloc(NULL, set->size, sizeof(*set->key));
    memset(set->key, 0, set->size * sizeof(*set->key));
    for (size_t i = 0; i < old.size; i++)
        if (old.key[i])
            set->key[slot_of(set, old.key[i])] = old.key[i];
    free(old.key);
}

bool edge_set_add(struct edge_set *set, uint32_t from, uint32_t to)
{
    uint64_t key = ((uint64_t)from + 1) << 32 | to;
    size_t at;

    if (2 * set->count >= set->size)
        grow(set);
    at = slot_of(set, key);
    if (set->key[at])
        return false;
    set->key[at] = key;
    set->count++;
    return true;
}

void edge_set_free(struct edge_set *set)
{
    free(set->key);
    memset(set, 0, sizeof(*set));
}
