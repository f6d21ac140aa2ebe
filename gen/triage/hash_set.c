/* SPDX-License-Identifier: MIT */
#include "triage/hash_set.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

#define SLOTS_MIN 8

/* 0 is a free slot; the substitute is kept by all levels, as 0 would be. */
static uint64_t key_of(uint64_t hash)
{
    return hash ? hash : (uint64_t)1 << 63;
}

/* The slot with KEY, or the free slot for it. The low bits are those that levels look at. */
static size_t slot_of(const struct hash_set *set, uint64_t key)
{
    size_t slot = (key >> 24) & (set->slots_count - 1);

    while (set->slots[slot] && set->slots[slot] != key)
        slot = (slot + 1) & (set->slots_count - 1);
    return slot;
}

static bool is_kept(const struct hash_set *set, uint64_t key)
{
    return (key & (((uint64_t)1 << set->level) - 1)) == 0;
}

/* Puts the kept hashes of OLD into SLOTS_COUNT new slots. */
static void move(struct hash_set *set, size_t slots_count)
{
    struct hash_set old = *set;

    set->slots_count = slots_count;
    set->slots = must_realloc(NULL, slots_count, sizeof(*set->slots));
    memset(set->slots, 0, slots_count * sizeof(*set->slots));
    set->used = 0;
    for (size_t i = 0; i < old.slots_count; i++) {
        if (!old.slots[i] || !is_kept(set, old.slots[i]))
            continue;
        set->slots[slot_of(set, old.slots[i])] = old.slots[i];
        set->used++;
    }
    free(old.slots);
}

bool hash_set_add(struct hash_set *set, uint64_t hash, size_t limit)
{
    uint64_t key = key_of(hash);
    size_t slot;

    if (!is_kept(set, key))
        return true;
    if (4 * (set->used + 1) > 3 * set->slots_count)
        move(set, set->slots_count ? 2 * set->slots_count : SLOTS_MIN);
    slot = slot_of(set, key);
    if (set->slots[slot])
        return false;
    set->slots[slot] = key;
    for (set->used++; set->used > limit && set->level < 63;) {
        set->level++;
        move(set, set->slots_count);
    }
    return true;
}

bool hash_set_has(const struct hash_set *set, uint64_t hash)
{
    return set->slots_count && set->slots[slot_of(set, key_of(hash))];
}

uint64_t hash_set_count(const struct hash_set *set)
{
    return (uint64_t)set->used << set->level;
}

void hash_set_free(struct hash_set *set)
{
    free(set->slots);
    *set = (struct hash_set){0};
}
