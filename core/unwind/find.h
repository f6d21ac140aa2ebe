/* SPDX-License-Identifier: MIT */
/*
 * Inside core: looks an address up in tables and cache. The address is always a return address with
 * its Thumb bit, because nearly all frames are calls; find_key turns the pc of any frame into one.
 */
#ifndef BOBBIN_FIND_H
#define BOBBIN_FIND_H

#include "compiler.h"
#include "known.h"
#include <bobbin/bobbin.h>

/* Rule NUMBER of TABLE as a word of known.h; CORRUPT if the table has no such rule. */
static inline __attribute__((always_inline)) uint32_t find_known(const struct bobbin_table *table,
                                                                 uint32_t number)
{
    const uint8_t *runs = table->rules.runs;
    uint32_t runs_count = table->rules.runs_count;
    uint32_t index, word;

    OPTIMIZER_BARRIER_PAIR(runs, runs_count); /* saves 1 instruction */
    if (number < runs_count)
        return bytes_half(runs + 2 * number);
    index = number - runs_count;
    if (index >= table->rules.words_count)
        return BOBBIN_STOP_CORRUPT;
    word = bytes_word(table->rules.words + 4 * index);
    return known_is_valid(word) ? word : (uint32_t)BOBBIN_STOP_CORRUPT;
}

/* Fills RANGE from RECORD, a record of section RANGES of TABLE. */
void find_range(const struct bobbin_table *table, const uint8_t *record,
                struct bobbin_range *range);

/*
 * Looks ADDRESS up in the first range of TABLE. Returns a word of known.h: PC_OUTSIDE if ADDRESS
 * cannot be a return address, inside the range or not; KNOWN_LATER if the range does not contain
 * ADDRESS; CORRUPT if the table is damaged.
 */
uint32_t find_rule(const struct bobbin_table *table, uint32_t address);

/*
 * Like find_rule, in any range of TABLE. RANGE is the record of that range, which must not have
 * FORMAT_HOW_CODE.
 */
uint32_t find_in_range(const struct bobbin_table *table, const uint8_t *range, uint32_t address);

/*
 * The first table of ENV that contains ADDRESS, or NULL. ENV must have a table. *RANGE becomes the
 * record of the code range, in section RANGES.
 */
const struct bobbin_table *find_table(const struct bobbin_env *env, uint32_t address,
                                      const uint8_t **range);

/*
 * The address by which the frame of CURSOR is looked up. For a call that is the return address with
 * its Thumb bit. For an interrupted instruction it is the return address that a 2-byte call there
 * would have; bit 0 is set in ARM state too.
 */
static inline uint32_t find_key(const struct bobbin_cursor *cursor)
{
    uint32_t pc = cursor->r[BOBBIN_PC];

    return cursor->kind == BOBBIN_KIND_INTERRUPTED ? (pc + 2) | 1
                                                   : pc | (cursor->cpsr & BOBBIN_CPSR_T) >> 5;
}

/*
 * Looks up RETURN_ADDRESS in the cache of ENV, then with find_rule in the first table. ENV must
 * have a table. If the table has a rule, the function stores it in the cache. Each address has a
 * first and a second cache entry; the second is used while the first holds another address. Returns
 * the same as find_rule.
 */
uint32_t find_again(const struct bobbin_env *env, uint32_t return_address);

/* Index of the first cache entry of RETURN_ADDRESS. The caller applies cache_mask to it. */
static inline uint32_t find_cache_index(uint32_t return_address)
{
    return return_address >> 1;
}

/*
 * The quick look-up of a caller's frame: in the first cache entry, then in the whole cache, then in
 * the first table. Stores the result of find_rule to *KNOWN. Returns false if that is KNOWN_LATER
 * or PC_OUTSIDE.
 */
static inline __attribute__((always_inline)) bool
find_call(const struct bobbin_env *env, uint32_t return_address, uint32_t *known)
{
    const struct bobbin_kept *cache = env->cache;
    uint32_t mask = env->cache_mask;

    OPTIMIZER_BARRIER_PAIR(cache, mask); /* saves 12 bytes */
    if (cache) {
        const struct bobbin_kept *kept = cache + (find_cache_index(return_address) & mask);
        OPTIMIZER_BARRIER(kept); /* saves 16 bytes: key and word are one load of a pair */
        *known = kept->word;
        if (kept->key == return_address)
            return true;
        *known = find_again(env, return_address);
    } else {
        *known = find_rule(env->tables, return_address);
    }
    return *known != KNOWN_LATER && *known != BOBBIN_STOP_PC_OUTSIDE;
}

/*
 * The look-up of a caller's frame when the cursor moves there: find_again, or find_rule if there is
 * no cache. If the first range does not contain RETURN_ADDRESS, the result is KNOWN_LATER if
 * another range or table does, else PC_OUTSIDE.
 */
uint32_t find_next(const struct bobbin_env *env, uint32_t return_address);

#endif
