/* SPDX-License-Identifier: MIT */
/*
 * A cache of effects by encoding, for effect_reader.c. It saves decoding, because most encodings
 * occur many times in an image and the analysis reads each instruction many times.
 */
#ifndef GEN_INSN_EFFECT_CACHE_H
#define GEN_INSN_EFFECT_CACHE_H

#include "insn/effect.h"

/* All that an effect depends on, except the address. */
struct effect_key {
    uint32_t code;    /* the encoding; without the offset of BL, BLX and ARM B */
    uint8_t it_state; /* ITSTATE before the instruction (ARM ARM A2.5.2) */
    bool thumb;
    bool aligned; /* Thumb BLX at an address that is no multiple of 4: its base is pc - 2 */
    bool used;    /* in an entry of the cache: the entry is in use */
};

struct effect_known;

/* Zero-initialize it. */
struct effect_cache {
    struct effect_known *known;
    uint32_t bits;  /* KNOWN has 1 << BITS entries */
    uint32_t noted; /* number of effects in it */
};

/* Prefetches the entry of KEY, because the caller will look it up soon. */
void effect_cache_expect(const struct effect_cache *cache, const struct effect_key *key);

/* Looks up the effect of KEY for an instruction at ADDRESS. False if the cache does not have it. */
bool effect_cache_recall(const struct effect_cache *cache, const struct effect_key *key,
                         uint32_t address, struct effect *effect);

/*
 * Adds EFFECT, the effect of KEY at ADDRESS, unless the cache is full or memory runs out. Only the
 * target of a jump or call may depend on the address; do not add any other effect that depends on
 * it.
 */
void effect_cache_note(struct effect_cache *cache, const struct effect_key *key, uint32_t address,
                       const struct effect *effect);

void effect_cache_free(struct effect_cache *cache);

#endif
