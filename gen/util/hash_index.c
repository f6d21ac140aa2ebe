/* SPDX-License-Identifier: MIT */
/* Adds items to a hash index and enlarges it. hash_index.h has the look-up. */
#include "util/hash_index.h"
#include "util/memory.h"

#include <string.h>

#define SLOTS_MIN 64

uint64_t hash_text(uint64_t hash, const char *text)
{
    hash = hash_mix(hash, text != NULL);
    for (; text && *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash_mix(hash, 0);
}

static void put(struct hash_index *index, uint64_t hash, uint32_t number)
{
    size_t slot = hash & (index->slots_count - 1);

    while (index->slots[slot])
        slot = (slot + 1) & (index->slots_count - 1);
    index->slots[slot] = number + 1;
}

static void grow(struct hash_index *index, uint64_t (*hash_of)(const void *items, uint32_t number),
                 const void *items)
{
    struct hash_index old = *index;

    index->slots_count = old.slots_count ? 2 * old.slots_count : SLOTS_MIN;
    index->slots = must_realloc(NULL, index->slots_count, sizeof(*index->slots));
    memset(index->slots, 0, index->slots_count * sizeof(*index->slots));
    for (size_t i = 0; i < old.slots_count; i++)
        if (old.slots[i])
            put(index, hash_of(items, old.slots[i] - 1), old.slots[i] - 1);
    free(old.slots);
}

void hash_index_add(struct hash_index *index, uint64_t hash, uint32_t number,
                    uint64_t (*hash_of)(const void *items, uint32_t number), const void *items)
{
    if (4 * (index->used + 1) > 3 * index->slots_count)
        grow(index, hash_of, items);
    put(index, hash, number);
    index->used++;
}
