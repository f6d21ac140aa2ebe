/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "float.h"

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_words __attribute__((vector_size(16)));

static float calls;

APART static four turn(four v)
{
    calls++;
    return (four){v[1], v[2], v[3], v[0]};
}

/*
 * Vectors that are live across calls. Only half of the registers survive a call, so they go to the
 * stack.
 */
APART static four combine(four a, four b)
{
    four x = turn(a), y = turn(b), z = turn(x + y);

    return x * y - z * a + b;
}

/* Loops that compilers vectorise by themselves. */
APART static void blend(float *restrict to, const float *restrict from, uint32_t count,
                        float weight)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = to[i] * (1 - weight) + from[i] * weight;
}

APART static uint32_t largest(const uint16_t *values, uint32_t count)
{
    uint32_t largest = 0;

    for (uint32_t i = 0; i < count; i++)
        largest = values[i] > largest ? values[i] : largest;
    return largest;
}

APART static int32_t sum_of(four_words v)
{
    return v[0] + v[1] + v[2] + v[3];
}

static void check_loops(uint32_t round)
{
    float a[37], b[37];
    uint16_t values[37];

    for (uint32_t i = 0; i < 37; i++) {
        a[i] = (float)i;
        b[i] = (float)(3 * i);
        values[i] = (uint16_t)((i * 7919 + round) % 1000);
    }
    values[30] = 5000;
    blend(a, b, 37, 0.5f);
    CHECK(a[36] == 72);
    CHECK(a[5] == 10);
    CHECK(largest(values, 37) == 5000);
}

void float_vector(uint32_t round)
{
    float x = (float)(round % 4);
    four a = {x, 1, 2, 3}, b = {1, 1, 1, 1}, result = combine(a, b);

    /* x' = {1, 2, 3, x}, y' = b, z' = {3, 4, x + 1, 2} */
    CHECK(result[0] == 2 - 3 * x);
    CHECK(result[3] == x - 6 + 1);
    CHECK(sum_of((four_words){1, 2, 3, (int32_t)round} * 2) == 12 + 2 * (int32_t)round);
    check_loops(round);
}
