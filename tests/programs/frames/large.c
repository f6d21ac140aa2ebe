/* SPDX-License-Identifier: MIT */
#include "frames.h"

enum {
    PAGE_WORDS = 1280,  /* 5 KiB: more than an offset of 12 bits can reach */
    HUGE_WORDS = 20000, /* 80 KB: more than 16 bits can express */
    STRIDE = 97,
};

APART static void fill(uint32_t *words, uint32_t count, uint32_t seed)
{
    for (uint32_t i = 0; i < count; i += STRIDE)
        words[i] = seed ^ i;
}

APART static uint32_t count_wrong(const uint32_t *words, uint32_t count, uint32_t seed)
{
    uint32_t wrong = 0;

    for (uint32_t i = 0; i < count; i += STRIDE)
        wrong += words[i] != (seed ^ i);
    return wrong;
}

APART static uint32_t with_page(uint32_t seed)
{
    uint32_t words[PAGE_WORDS];

    fill(words, PAGE_WORDS, seed);
    return count_wrong(words, PAGE_WORDS, seed);
}

APART static uint32_t with_huge(uint32_t seed)
{
    uint32_t words[HUGE_WORDS], more[PAGE_WORDS];

    fill(words, HUGE_WORDS, seed);
    fill(more, PAGE_WORDS, ~seed);
    return count_wrong(words, HUGE_WORDS, seed) + count_wrong(more, PAGE_WORDS, ~seed);
}

/*
 * Returns at the start without the large frame; the compiler may make the frame only where it is
 * needed.
 */
APART static uint32_t with_page_if(bool wanted, uint32_t seed)
{
    uint32_t words[PAGE_WORDS];

    if (!wanted)
        return seed;
    fill(words, PAGE_WORDS, seed);
    return count_wrong(words, PAGE_WORDS, seed);
}

void frames_large(uint32_t round)
{
    CHECK(with_page(round) == 0);
    CHECK(with_huge(round) == 0);
    CHECK(with_page_if(round % 2 == 0, 7) == (round % 2 == 0 ? 0 : 7));
}
