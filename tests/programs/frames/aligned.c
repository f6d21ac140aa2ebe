/* SPDX-License-Identifier: MIT */
#include <alloca.h>
#include <string.h>

#include "frames.h"

struct line {
    uint32_t words[8];
} __attribute__((aligned(32)));

struct block {
    uint32_t words[16];
} __attribute__((aligned(64)));

static bool is_aligned(uint32_t address, uint32_t alignment)
{
    return opaque(address) % alignment == 0;
}

APART static uint32_t fill(uint32_t *words, uint32_t count, uint32_t seed)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++) {
        words[i] = seed + i;
        sum += words[i];
    }
    return sum;
}

APART static uint32_t with_line(uint32_t seed)
{
    struct line line;

    CHECK(is_aligned((uint32_t)&line, 32));
    return fill(line.words, 8, seed);
}

APART static uint32_t with_both(uint32_t seed)
{
    struct block block;
    struct line line;
    uint32_t sum = fill(block.words, 16, seed) + fill(line.words, 8, seed);

    CHECK(is_aligned((uint32_t)&block, 64));
    CHECK(is_aligned((uint32_t)&line, 32));
    return sum - block.words[15] + line.words[7];
}

/*
 * Alignment, dynamic size and stack arguments: the compiler needs three registers to address the
 * frame.
 */
APART static uint32_t with_everything(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e,
                                      uint32_t count)
{
    struct block block;
    uint32_t *words = alloca(count * sizeof(*words));
    uint32_t sum = fill(words, count, a) + fill(block.words, 16, e);

    CHECK(is_aligned((uint32_t)&block, 64));
    return sum + b + c + d;
}

void frames_aligned(uint32_t round)
{
    uint8_t shift[round % 7 * 8 + 8];

    memset(shift, 1, sizeof(shift));
    CHECK(with_line(round) == 8 * round + 28);
    CHECK(with_both(round) == 16 * round + 120 + 8 * round + 28 - 8);
    CHECK(with_everything(round, 1, 2, 3, 4, 10) == 10 * round + 45 + 64 + 120 + 6);
    CHECK(shift[sizeof(shift) - 1] == 1);
}
