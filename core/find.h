/* SPDX-License-Identifier: MIT */
/* Inside core: what the tables say of an address. */
#ifndef BOBBIN_FIND_H
#define BOBBIN_FIND_H

#include "bobbin.h"
#include "known.h"

/*
 * From here on the compiler knows nothing of VALUE: it has it at hand, and makes no other loop or test of what follows.
 */
#define FIND_HIDE(value) __asm__("" : "+r"(value))

/* Makes it load A and B, which lie side by side, here and as one. */
#define FIND_PAIR(a, b) __asm__("" : "+r"(a), "+r"(b))

/* Reads range NUMBER of TABLE, which has that many, to RANGE; false: some of its parts are not there. */
bool find_range(const struct bobbin_table *table, uint32_t number, struct bobbin_range *range);

/* What is known by rule NUMBER of TABLE. */
uint32_t find_known(const struct bobbin_table *table, uint32_t number);

/* What is known at ADDRESS, as a return address, by the first range of TABLE; LATER: that has it not. */
uint32_t find_rule(const struct bobbin_table *table, uint32_t address);

/*
 * The table of ENV that has ADDRESS, a return address, in the first range of SPARE, which has its rules too; NULL: none
 * has.
 */
const struct bobbin_table *find_table(const struct bobbin_env *env, uint32_t address,
                                      struct bobbin_table *spare);

/* The pc of CURSOR, as a return address to where it is, or to the call before it. */
static inline uint32_t find_key(const struct bobbin_cursor *cursor)
{
    uint32_t pc = cursor->r[BOBBIN_PC];

    return cursor->kind == BOBBIN_KIND_EXACT ? (pc + 2) | 1
                                             : pc | (cursor->cpsr & BOBBIN_CPSR_T) >> 5;
}

/*
 * What is known of the frame that RETURN_ADDRESS leads to, by the tables of ENV, of which there is one at least; where
 * another cache entry stands in the first PLACE, by the second, or the tables, to be kept in the first if that is free, else
 * in the second.
 */
uint32_t find_again(const struct bobbin_env *env, uint32_t return_address, uint32_t place);

/* Its first place, by the mask of the cache: addresses that lie apart shall not share it often. */
static inline uint32_t find_place(uint32_t return_address)
{
    return (return_address ^ return_address >> 10) >> 1;
}

/* The same, by the cache first, if there is one, to KNOWN. False: that is LATER, or OUTSIDE. */
static inline __attribute__((always_inline)) bool
find_call(const struct bobbin_env *env, uint32_t return_address, uint32_t *known)
{
    const struct bobbin_kept *kept = env->cache;
    uint32_t mask = env->cache_mask;

    FIND_PAIR(kept, mask);
    if (kept) {
        mask &= find_place(return_address); /* is the place now */
        kept += mask;
        FIND_HIDE(kept); /* which makes it load both at once, too */
        *known = kept->word;
        if (kept->key == return_address)
            return true;
        *known = find_again(env, return_address, mask);
    } else {
        *known = find_rule(env->tables, return_address);
    }
    return *known & ~(uint32_t)BOBBIN_STOP_PC_OUTSIDE;
}

/* The same; LATER only where it is another table, or range, that has it. */
uint32_t find_next(const struct bobbin_env *env, uint32_t return_address);

#endif
