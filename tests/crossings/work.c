/* SPDX-License-Identifier: MIT */
#include "crossings.h"

#include "program.h"

enum { VALUES = 6 };

/* Keeps doubles in d8-d15 over a call, where the ABI has hard floats. */
APART static double smoothed(double a, double b, uint32_t depth)
{
    double sum = a * 0.5 + b;

    if (depth == 0)
        return sum;
    return smoothed(b, sum, depth - 1) - a * 0.25;
}

APART static uint32_t with_array(uint32_t seed, uint32_t count)
{
    uint32_t values[VALUES], sum = 0;

    for (uint32_t i = 0; i < VALUES; i++)
        values[i] = mix(&seed);
    for (uint32_t i = 0; i < count; i++)
        sum = sum * 5 + values[i % VALUES];
    return count > 2 ? sum ^ with_array(sum | 1, count - 2) : sum;
}

uint32_t work(uint32_t seed)
{
    uint32_t state = seed | 1, sum = 0;

    for (uint32_t i = 0; i < 3; i++) {
        sum += odd_arm(mix(&state), 3);
        sum += odd_thumb(mix(&state), 4);
        sum += with_array(state, 5);
    }
    return sum + (uint32_t)(int32_t)smoothed(sum % 1000, 1.5, 4);
}
