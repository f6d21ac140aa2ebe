/* SPDX-License-Identifier: MIT */
/* Inside core: what the tables say of an address. */
#ifndef BOBBIN_FIND_H
#define BOBBIN_FIND_H

#include "known.h"
#include <bobbin/bobbin.h>

/*
 * From here on the compiler knows nothing of VALUE: it has it at hand, and makes no other loop or test of what follows.
 */
#define FIND_HIDE(value) __asm__("" : "+r"(value))

/* Makes it load A and B, which lie side by side, here and as one. */
#define FIND_PAIR(a, b) __asm__("" : "+r"(a), "+r"(b))

/* What is known by rule NUMBER of TABLE. */
static inline __attribute__((always_inline)) uint32_t find_known(const struct bobbin_table *table,
                                                                 uint32_t number)
{
    const uint8_t *runs = table->rules.runs;
    uint32_t count = table->rules.runs_count;

    FIND_PAIR(runs, count);
    if (number < count)
        return bytes_half(runs + 2 * number);
    number -= count;
    if (number >= table->rules.words_count)
        return BOBBIN_STOP_CORRUPT;
    number = bytes_word(table->rules.words + 4 * number);
    return (number & KNOWN_RULE) || number < KNOWN_RUN ? number : (uint32_t)BOBBIN_STOP_CORRUPT;
}

/* What RECORD of TABLE says, to RANGE. */
void find_range(const struct bobbin_table *table, const uint8_t *record,
                struct bobbin_range *range);

/* What is known at ADDRESS, as a return address, by the first range of TABLE; LATER: that has it not. */
uint32_t find_rule(const struct bobbin_table *table, uint32_t address);

/* The table of ENV that has ADDRESS, a return address, in RANGE, which is a record of it; NULL: none has. */
const struct bobbin_table *find_table(const struct bobbin_env *env, uint32_t address,
                                      const uint8_t **range);

/* The pc of CURSOR, as a return address to where it is, or to the call before it. */
static inline uint32_t find_key(const struct bobbin_cursor *cursor)
{
    uint32_t pc = cursor->r[BOBBIN_PC];

    return cursor->kind == BOBBIN_KIND_INTERRUPTED ? (pc + 2) | 1
                                                   : pc | (cursor->cpsr & BOBBIN_CPSR_T) >> 5;
}

/*
 * What is known of the frame that RETURN_ADDRESS leads to, by the tables of ENV, of which there is one at least, and its
 * cache: each has a first and a second place there. From the tables it is kept in the first one if that is free, else in the
 * second.
 */
uint32_t find_again(const struct bobbin_env *env, uint32_t return_address);

/* Its first place, by the mask of the cache. */
static inline uint32_t find_place(uint32_t return_address)
{
    return return_address >> 1;
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
        *known = find_again(env, return_address);
    } else {
        *known = find_rule(env->tables, return_address);
    }
    return *known & ~(uint32_t)BOBBIN_STOP_PC_OUTSIDE;
}

/* The same; LATER only where it is another table, or range, that has it. */
uint32_t find_next(const struct bobbin_env *env, uint32_t return_address);

#endif
