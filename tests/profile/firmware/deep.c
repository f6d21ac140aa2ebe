/* SPDX-License-Identifier: MIT */
#include "work.h"

__attribute__((noinline)) static uint32_t stir(uint32_t sum)
{
    for (int i = 0; i < 500; i++)
        sum = sum * 33 + (sum >> 7);
    return sum;
}

/* A frame for each level; each saves registers. */
__attribute__((noinline)) uint32_t deep_round(uint32_t levels, uint32_t seed)
{
    uint32_t sum = stir(seed), next = seed * 5 + levels;

    if (levels > 0)
        sum += deep_round(levels - 1, next);
    return sum ^ stir(next);
}
