/* SPDX-License-Identifier: MIT */
/*
 * A hash table of item numbers that finds the items of a caller's array by content. The caller
 * keeps the items and passes functions that hash and compare them. The table is at most three
 * quarters full, so every search ends at a free slot.
 */
#ifndef GEN_UTIL_HASH_INDEX_H
#define GEN_UTIL_HASH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Zero-initialize it. */
struct hash_index {
    uint32_t *slots; /* item number + 1; 0: free */
    size_t slots_count, used;
};

#define HASH_INDEX_NONE UINT32_MAX

/* Mixes VALUE into HASH: the finalizer of splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    hash += value + 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
    return hash ^ hash >> 31;
}

/* Mixes TEXT into HASH. NULL is valid and differs from "". */
uint64_t hash_text(uint64_t hash, const char *text);

/* The slot of the item for which IS_EQUAL returns true, or the free slot for this item. */
static inline size_t hash_index_slot(const struct hash_index *index, uint64_t hash,
                                     bool (*is_equal)(const void *wanted, uint32_t number),
                                     const void *wanted)
{
    size_t slot = hash & (index->slots_count - 1);

    while (index->slots[slot] && !is_equal(wanted, index->slots[slot] - 1))
        slot = (slot + 1) & (index->slots_count - 1);
    return slot;
}

/* The number of the item for which IS_EQUAL returns true, or HASH_INDEX_NONE. */
static inline uint32_t hash_index_find(const struct hash_index *index, uint64_t hash,
                                       bool (*is_equal)(const void *wanted, uint32_t number),
                                       const void *wanted)
{
    if (index->slots_count == 0)
        return HASH_INDEX_NONE;
    return index->slots[hash_index_slot(index, hash, is_equal, wanted)] - 1;
}

/*
 * Adds item NUMBER, which the index does not have yet. When the index grows, it calls HASH_OF with
 * ITEMS for each item that it has.
 */
void hash_index_add(struct hash_index *index, uint64_t hash, uint32_t number,
                    uint64_t (*hash_of)(const void *items, uint32_t number), const void *items);

static inline void hash_index_free(struct hash_index *index)
{
    free(index->slots);
    *index = (struct hash_index){0};
}

#endif
