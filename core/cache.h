/* SPDX-License-Identifier: MIT */
/*
 * Inside core: the caller's cache of rules by return address. An entry is one word, so that it is never half of one and
 * half of another: the halfword's number without its low CACHE_BITS, which are the index, and below it the number of a rule
 * of the first table in CACHE_BITS + 1 bits; 0 is none.
 */
#ifndef BOBBIN_CACHE_H
#define BOBBIN_CACHE_H

#include "find.h"
#include "format.h"

static inline bool cache_find(const struct bobbin_env *env, uint32_t address,
                              struct table_answer *answer)
{
    uint32_t key = address >> 1;
    uint32_t bits = env->cache_bits;
    uint32_t entry;

    if (!env->cache)
        return false;
    entry = env->cache[key & ((1u << bits) - 1)];
    answer->rule = (uint16_t)(entry & ((2u << bits) - 1));
    answer->found = BOBBIN_STOP_NONE;
    answer->table = 0;
    answer->trust = BOBBIN_TRUST_TABLE;
    answer->how = 0;
    return entry >> (bits + 1) == key >> bits && answer->rule != FORMAT_RULE_NONE;
}

static inline void cache_keep(const struct bobbin_env *env, uint32_t address,
                              const struct table_answer *answer)
{
    uint32_t key = address >> 1;
    uint32_t bits = env->cache_bits;

    if (env->cache && answer->found == BOBBIN_STOP_NONE && answer->table == 0 &&
        answer->trust == BOBBIN_TRUST_TABLE && !(answer->how & FORMAT_HOW_WALK) &&
        answer->rule >> (bits + 1) == 0)
        env->cache[key & ((1u << bits) - 1)] = (key >> bits) << (bits + 1) | answer->rule;
}

#endif
