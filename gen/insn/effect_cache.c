/* SPDX-License-Identifier: MIT */
#include "insn/effect_cache.h"

#include <stdlib.h>
#include <string.h>

enum { BITS_MIN = 8, BITS_MAX = 18, BITS_MORE = 2, LINE_BYTES = 64 };

/*
 * Of encodings with one hash the last is known. In the end there are more of them than a processor's cache has room
 * for: each has one line of it. Small images never need as many.
 */
struct effect_known {
    _Alignas(LINE_BYTES) struct effect_key key;
    struct effect effect; /* its target as at address 0 */
};

_Static_assert(sizeof(struct effect_known) == LINE_BYTES, "one line of the cache");

/* The factor is 2 to the 32nd by the golden ratio: the high bits of the product mix. */
static size_t slot_of(const struct effect_cache *memo, const struct effect_key *key)
{
    uint32_t mixed = key->code ^ (uint32_t)key->it_state << 16 ^ (uint32_t)key->thumb << 24 ^
                     (uint32_t)key->aligned << 25;

    return mixed * 0x9e3779b1u >> (32 - memo->bits);
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

void effect_cache_expect(const struct effect_cache *memo, const struct effect_key *key)
{
    if (memo->known)
        __builtin_prefetch(&memo->known[slot_of(memo, key)]);
}

bool effect_cache_recall(const struct effect_cache *memo, const struct effect_key *key,
                         uint32_t address, struct effect *effect)
{
    const struct effect_known *known;

    if (!memo->known)
        return false;
    known = &memo->known[slot_of(memo, key)];
    if (!is_same(&known->key, key))
        return false;
    *effect = known->effect;
    if (has_target(effect))
        effect->target += address;
    return true;
}

/* Forgets all, for more to come. Without memory nothing is known. */
static void grow(struct effect_cache *memo)
{
    free(memo->known);
    memo->bits = memo->bits ? memo->bits + BITS_MORE : BITS_MIN;
    memo->noted = 0;
    memo->known = aligned_alloc(LINE_BYTES, sizeof(*memo->known) << memo->bits);
    if (memo->known)
        memset(memo->known, 0, sizeof(*memo->known) << memo->bits);
}

void effect_cache_note(struct effect_cache *memo, const struct effect_key *key, uint32_t address,
                       const struct effect *effect)
{
    struct effect_known *known;

    if (!memo->bits || (memo->bits < BITS_MAX && memo->noted >> memo->bits))
        grow(memo);
    if (!memo->known)
        return;
    memo->noted++;
    known = &memo->known[slot_of(memo, key)];
    known->key = *key;
    known->key.used = true;
    known->effect = *effect;
    if (has_target(effect))
        known->effect.target -= address;
}

void effect_cache_free(struct effect_cache *memo)
{
    free(memo->known);
    *memo = (struct effect_cache){0};
}
