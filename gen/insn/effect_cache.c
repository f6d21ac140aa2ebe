/* SPDX-License-Identifier: MIT */
/*
 * A hash table of effects by encoding. An entry stays where it is until the table grows, so each
 * encoding is decoded once.
 */
#include "insn/effect_cache.h"

#include <stdlib.h>
#include <string.h>

/* A table of 2^20 entries is half full with twice as many encodings as a large image has. */
enum { BITS_MIN = 8, BITS_MAX = 20, LINE_BYTES = 64 };

/*
 * An entry. A key is in the first free entry from the one of its hash on. The table of a large
 * image does not fit into the host's data cache, so an entry fills exactly one cache line.
 */
struct effect_known {
    _Alignas(LINE_BYTES) struct effect_key key;
    struct effect effect; /* TARGET is relative to the address of the instruction */
};

_Static_assert(sizeof(struct effect_known) == LINE_BYTES, "one line of the cache");

/*
 * Fibonacci hashing: the factor is 2^32 divided by the golden ratio. The high bits are mixed best,
 * so they are the slot.
 */
static size_t slot_of(const struct effect_cache *cache, const struct effect_key *key)
{
    uint32_t mixed = key->code ^ (uint32_t)key->it_state << 16 ^ (uint32_t)key->thumb << 24 ^
                     (uint32_t)key->aligned << 25;

    return mixed * 0x9e3779b1u >> (32 - cache->bits);
}

static bool is_same(const struct effect_key *a, const struct effect_key *b)
{
    return a->code == b->code && a->it_state == b->it_state && a->thumb == b->thumb &&
           a->aligned == b->aligned;
}

/* The entry of KEY, or the free entry where it belongs. */
static struct effect_known *find(const struct effect_cache *cache, const struct effect_key *key)
{
    size_t slot = slot_of(cache, key);
    size_t last = ((size_t)1 << cache->bits) - 1;

    while (cache->known[slot].key.used && !is_same(&cache->known[slot].key, key))
        slot = (slot + 1) & last;
    return &cache->known[slot];
}

static bool has_target(const struct effect *effect)
{
    return effect->flow == FLOW_JUMP || effect->flow == FLOW_CALL;
}

void effect_cache_expect(const struct effect_cache *cache, const struct effect_key *key)
{
    if (cache->known)
        __builtin_prefetch(&cache->known[slot_of(cache, key)]);
}

bool effect_cache_recall(const struct effect_cache *cache, const struct effect_key *key,
                         uint32_t address, struct effect *effect)
{
    const struct effect_known *known;

    if (!cache->known)
        return false;
    known = find(cache, key);
    if (!known->key.used)
        return false;
    *effect = known->effect;
    if (has_target(effect))
        effect->target += address;
    return true;
}

/* Doubles the table. If memory runs out, the cache stays as it is. */
static void grow(struct effect_cache *cache)
{
    struct effect_cache old = *cache;
    struct effect_known *known;

    cache->bits = old.bits ? old.bits + 1 : BITS_MIN;
    known = aligned_alloc(LINE_BYTES, sizeof(*known) << cache->bits);
    if (!known) {
        *cache = old;
        return;
    }
    memset(known, 0, sizeof(*known) << cache->bits);
    cache->known = known;
    for (size_t i = 0; old.known && i < (size_t)1 << old.bits; i++)
        if (old.known[i].key.used)
            *find(cache, &old.known[i].key) = old.known[i];
    free(old.known);
}

static bool is_half_full(const struct effect_cache *cache)
{
    return !cache->known || cache->noted >> (cache->bits - 1);
}

void effect_cache_note(struct effect_cache *cache, const struct effect_key *key, uint32_t address,
                       const struct effect *effect)
{
    struct effect_known *known;

    if (is_half_full(cache) && cache->bits < BITS_MAX)
        grow(cache);
    if (is_half_full(cache))
        return;
    known = find(cache, key);
    cache->noted += !known->key.used;
    known->key = *key;
    known->key.used = true;
    known->effect = *effect;
    if (has_target(effect))
        known->effect.target -= address;
}

void effect_cache_free(struct effect_cache *cache)
{
    free(cache->known);
    *cache = (struct effect_cache){0};
}
