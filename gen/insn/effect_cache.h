/* SPDX-License-Identifier: MIT */
/* Effects by encoding: most instructions of an image are like others of it, and all are read again and again. */
#ifndef GEN_INSN_EFFECT_CACHE_H
#define GEN_INSN_EFFECT_CACHE_H

#include "insn/effect.h"

/* What an effect depends on besides the address. */
struct effect_key {
    uint32_t code;
    uint8_t it_state; /* ITSTATE before the instruction (ARM ARM A2.5.2) */
    bool thumb;
    bool aligned; /* its target is from a multiple of 4, two bytes before pc */
    bool used;    /* in the memo: a key is there */
};

struct effect_known;

/* Zero it to start. */
struct effect_cache {
    struct effect_known *known;
    uint32_t bits;  /* of the hash: there are 1 << bits of them */
    uint32_t noted; /* since there are so many */
};

/* That of KEY will be asked for soon. */
void effect_cache_expect(const struct effect_cache *memo, const struct effect_key *key);

/* The effect of KEY at ADDRESS; false when it is not remembered. */
bool effect_cache_recall(const struct effect_cache *memo, const struct effect_key *key,
                         uint32_t address, struct effect *effect);

/* Remembers EFFECT of KEY at ADDRESS, of which only the target of a jump may depend on that. */
void effect_cache_note(struct effect_cache *memo, const struct effect_key *key, uint32_t address,
                       const struct effect *effect);

void effect_cache_free(struct effect_cache *memo);

#endif
