/* SPDX-License-Identifier: MIT */
#include "effect_memo.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"

/* Of encodings with one hash the last is known. */
struct effect_known {
    struct effect_key key;
    bool used;
    struct effect effect; /* its target as at address 0 */
};

enum { KNOWN_BITS = 16 };

/* The factor is 2 to the 32nd by the golden ratio: the high bits of the product mix. */
static size_t slot_of(const struct effect_key *key)
{
    uint32_t mixed = key->code ^ (uint32_t)key->it_state << 16 ^ (uint32_t)key->thumb << 24;

    return mixed * 0x9e3779b1u >> (32 - KNOWN_BITS);
}

static bool is_same(const struct effect_key *a, const struct effect_key *b)
{
    return a->code == b->code && a->it_state == b->it_state && a->thumb == b->thumb;
}

bool effect_memo_recall(const struct effect_memo *memo, const struct effect_key *key,
                        uint32_t address, struct effect *effect)
{
    const struct effect_known *known;

    if (!memo->known)
        return false;
    known = &memo->known[slot_of(key)];
    if (!known->used || !is_same(&known->key, key))
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
        memo->known = must_realloc(NULL, 1u << KNOWN_BITS, sizeof(*memo->known));
        memset(memo->known, 0, sizeof(*memo->known) << KNOWN_BITS);
    }
    known = &memo->known[slot_of(key)];
    known->key = *key;
    known->used = true;
    known->effect = *effect;
    if (effect->flow == FLOW_JUMP)
        known->effect.target -= address;
}

void effect_memo_free(struct effect_memo *memo)
{
    free(memo->known);
    memo->known = NULL;
}
