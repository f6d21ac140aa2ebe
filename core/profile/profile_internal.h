/* SPDX-License-Identifier: MIT */
/*
 * Inside core: what a profile is changed by, while samples interrupt each other. All of it is of one processor: nothing
 * orders memory for others.
 */
#ifndef BOBBIN_PROFILE_PARTS_H
#define BOBBIN_PROFILE_PARTS_H

#include <bobbin/profile.h>

static inline uint32_t profile_load(const uint32_t *at)
{
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}

static inline void profile_add(uint32_t *at, uint32_t amount)
{
    __atomic_fetch_add(at, amount, __ATOMIC_RELAXED);
}

/* To a number of two words. Its parts need not agree at every moment; both are complete in the end. */
static inline void profile_add_wide(uint32_t *low, uint32_t *high, uint32_t amount)
{
    uint32_t before = __atomic_fetch_add(low, amount, __ATOMIC_RELAXED);

    if (before + amount < before)
        profile_add(high, 1);
}

static inline void profile_raise(uint32_t *at, uint32_t to)
{
    uint32_t before = profile_load(at);

    while (before < to &&
           !__atomic_compare_exchange_n(at, &before, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* The number before, or MAX when there are as many. */
static inline uint32_t profile_take(uint32_t *at, uint32_t max)
{
    uint32_t before = profile_load(at);

    while (before < max && !__atomic_compare_exchange_n(at, &before, before + 1, false,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return before < max ? before : max;
}

static inline uint32_t profile_now(const struct bobbin_profile *profile)
{
    return profile->now ? profile->now() : 0;
}

/* Puts the right checksum into the header of SIZE_BYTES at HEADER. */
void profile_seal(uint8_t *header, uint32_t size_bytes);

static inline void profile_put(uint8_t *out, uint32_t value)
{
    for (uint32_t i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

/* What a capture has, in the order of its sections. In a live one INDEX comes last. */
enum {
    PROFILE_PART_RING,
    PROFILE_PART_CONTEXTS,
    PROFILE_PART_NODES,
    PROFILE_PART_COSTS,
    PROFILE_PART_COUNTERS,
    PROFILE_PART_INDEX,
    PROFILE_PARTS
};

/* Writes the directory for so many RECORDS of the first PARTS parts to HEADER, and returns the size of the capture. */
uint32_t profile_directory(uint8_t *header, const uint32_t *records, uint32_t parts);

#endif
