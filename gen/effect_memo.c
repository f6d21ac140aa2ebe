/* SPDX-License-Identifier: MIT */
#include "effect_memo.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"

enum { KNOWN_BITS = 16, LINE_BYTES = 64 };

/* Of encodings with one hash the last is known. There are more of them than a processor's cache has room for: each has one
   line of it. */
struct effect_known {
    _Alignas(LINE_BYTES) struct effect_key key;
    struct effect effect; /* its target as at address 0 */
};

_Static_assert(sizeof(struct effect_known) == LINE_BYTES, "one line of the cache");

/* The factor is 2 to the 32nd by the golden ratio: the high bits of the product mix. */
static size_t slot_of(const struct effect_key *key)
{
    uint32_t mixed = key->code ^ (uint32_t)key->it_state << 16 ^ (uint32_t)key->thumb << 24;

    return mixed * 0x9e3779b1u >> (32 - KNOWN_BITS);
}

static bool is_same(const struct effect_key *a, const struct effect_key *b)
{
    return a->code == b->code && a->it_state == b->it_state && a->thumb == b->thumb && a->used;
}

bool effect_memo_recall(const struct effect_memo *memo, const struct effect_key *key,
                        uint32_t address, struct effect *effect)
{
    const struct effect_known *known;

    if (!memo->known)
        return false;
    known = &memo->known[slot_of(key)];
    if (!is_same(&known->key, key))
        return false;
    *effect = known->effect;
    if (effect->flow == FLOW_JUMP)
        effect->target += address;
    return true;
}

void effect_memo_note(struct effect_memo *memo, const struct effect_key *key, uint32_t address,
                      const struct effect *effect)
{
    struct effect_known *known;

    if (!memo->known) {
        memo->known = aligned_alloc(LINE_BYTES, sizeof(*memo->known) << KNOWN_BITS);
        if (!memo->known)
            return;
        memset(memo->known, 0, sizeof(*memo->known) << KNOWN_BITS);
    }
    known = &memo->known[slot_of(key)];
    known->key = *key;
    known->key.used = true;
    known->effect = *effect;
    if (effect->flow == FLOW_JUMP)
        known->effect.target -= address;
}

void effect_memo_free(struct effect_memo *memo)
{
    free(memo->known);
    memo->known = NULL;
}
