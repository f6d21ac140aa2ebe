/* SPDX-License-Identifier: MIT */
/*
 * Inside core/profile: atomic updates of a profile, and the parts of a capture. A sample may
 * interrupt another one of the same profile at any instruction. Both run on the same processor, so
 * no function here orders memory for other processors.
 */
#ifndef BOBBIN_PROFILE_PARTS_H
#define BOBBIN_PROFILE_PARTS_H

#include <bobbin/profile.h>

/* Reads the number at AT in one access. */
static inline uint32_t profile_load(const uint32_t *at)
{
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}

static inline void profile_add(uint32_t *at, uint32_t amount)
{
    __atomic_fetch_add(at, amount, __ATOMIC_RELAXED);
}

/*
 * Adds AMOUNT to the 64-bit number in LOW and HIGH. A reader that interrupts this function may see
 * a LOW that has wrapped and a HIGH without the carry.
 */
static inline void profile_add_wide(uint32_t *low, uint32_t *high, uint32_t amount)
{
    uint32_t before = __atomic_fetch_add(low, amount, __ATOMIC_RELAXED);

    if (before + amount < before)
        profile_add(high, 1);
}

/* Sets the number at AT to the larger of itself and TO. */
static inline void profile_raise(uint32_t *at, uint32_t to)
{
    uint32_t before = profile_load(at);

    while (before < to &&
           !__atomic_compare_exchange_n(at, &before, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* Adds 1 to the number at AT and returns its old value. If it is already MAX, only returns MAX. */
static inline uint32_t profile_take(uint32_t *at, uint32_t max)
{
    uint32_t before = profile_load(at);

    while (before < max && !__atomic_compare_exchange_n(at, &before, before + 1, false,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return before < max ? before : max;
}

/* The clock of PROFILE in ticks; 0 without a clock. */
static inline uint32_t profile_now(const struct bobbin_profile *profile)
{
    return profile->now ? profile->now() : 0;
}

/*
 * Computes the CRC of the SIZE_BYTES at HEADER, a capture's header with its directory, and stores
 * it in the header.
 */
void profile_seal(uint8_t *header, uint32_t size_bytes);

/* Writes VALUE to OUT as 4 little-endian bytes, at any alignment. */
static inline void profile_put(uint8_t *out, uint32_t value)
{
    for (uint32_t i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

/* The sections of a capture, in the order in which they are stored. Only a live one has INDEX. */
enum {
    PROFILE_PART_RING,
    PROFILE_PART_CONTEXTS,
    PROFILE_PART_NODES,
    PROFILE_PART_COSTS,
    PROFILE_PART_COUNTERS,
    PROFILE_PART_INDEX,
    PROFILE_PARTS
};

/*
 * Writes the directory of the first PARTS sections to HEADER. Section i has RECORDS[i] records.
 * Also writes the size and the number of sections. Returns the size of the capture in bytes.
 */
uint32_t profile_directory(uint8_t *header, const uint32_t *records, uint32_t parts);

#endif
