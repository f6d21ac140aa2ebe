/* SPDX-License-Identifier: MIT */
/* A direct-mapped cache of effects that grows with the number of distinct encodings. */
#include "insn/effect_cache.h"

#include <stdlib.h>
#include <string.h>

enum { BITS_MIN = 8, BITS_MAX = 18, BITS_MORE = 2, LINE_BYTES = 64 };

/*
 * An entry. If two keys have the same hash, the later one replaces the earlier one. The table of a
 * large image does not fit into the host's data cache, so an entry fills exactly one cache line.
 * The table starts small, because small images need few entries.
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
           a->aligned == b->aligned && a->used;
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
    known = &cache->known[slot_of(cache, key)];
    if (!is_same(&known->key, key))
        return false;
    *effect = known->effect;
    if (has_target(effect))
        effect->target += address;
    return true;
}

/* Enlarges the cache and empties it. If memory runs out, the cache stays empty. */
static void grow(struct effect_cache *cache)
{
    free(cache->known);
    cache->bits = cache->bits ? cache->bits + BITS_MORE : BITS_MIN;
    cache->noted = 0;
    cache->known = aligned_alloc(LINE_BYTES, sizeof(*cache->known) << cache->bits);
    if (cache->known)
        memset(cache->known, 0, sizeof(*cache->known) << cache->bits);
}

void effect_cache_note(struct effect_cache *cache, const struct effect_key *key, uint32_t address,
                       const struct effect *effect)
{
    struct effect_known *known;

    if (!cache->bits || (cache->bits < BITS_MAX && cache->noted >> cache->bits))
        grow(cache);
    if (!cache->known)
        return;
    cache->noted++;
    known = &cache->known[slot_of(cache, key)];
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
