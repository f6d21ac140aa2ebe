/* SPDX-License-Identifier: MIT */
#include "flow.h"

static uint32_t log_sum;

/* Leaf functions that may return at once; in ARM code by a conditional bx lr. */
APART static void note(bool wanted, uint32_t value)
{
    if (wanted)
        log_sum += value;
}

APART static uint32_t clamp(uint32_t value)
{
    if (value > 100)
        return 100;
    if (value < 10)
        return 10;
    return value ^ log_sum;
}

/* Only the part after the first return needs a frame, so the compiler may make it there. */
APART static uint32_t work_if_new(uint32_t value, uint32_t last)
{
    uint32_t sum = 0;

    if (value == last)
        return sum;
    for (uint32_t i = 0; i < 4; i++) {
        note(i % 2 != 0, value + i);
        sum += clamp(value + i);
    }
    return sum;
}

__attribute__((cold, noinline)) static uint32_t complain(uint32_t a, uint32_t b, uint32_t c)
{
    log_sum -= a;
    note(b > c, a);
    return a + b + c;
}

/* The unlikely calls are moved out of line; GCC -O2 moves them to .text.unlikely. */
APART static uint32_t mostly_right(uint32_t a, uint32_t b)
{
    uint32_t mean = (a + b) / 2;

    if (__builtin_expect(mean > 1000, 0))
        return complain(a, b, mean) + complain(b, a, 1);
    note(true, mean);
    if (__builtin_expect(a == b, 0))
        mean += complain(a, mean, 3);
    note(false, mean);
    return mean;
}

/* A loop with several exits, one in the middle. */
APART static int search(const uint32_t *values, uint32_t count, uint32_t wanted)
{
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] == wanted)
            return (int)i;
        note(values[i] > wanted, 1);
        if (values[i] == 0)
            return -2;
    }
    return -1;
}

void flow_leave(uint32_t round)
{
    static const uint32_t values[] = {9, 5, 7, 0, 3};

    log_sum = 0;
    CHECK(work_if_new(round, round) == 0);
    CHECK(work_if_new(97, round) == 97 + (99 ^ 98) + (100 ^ (98 + 100)));
    CHECK(log_sum == 98 + 100);
    CHECK(clamp(3) == 10);
    CHECK(mostly_right(4, 6) == 5);
    CHECK(mostly_right(7, 7) == 7 + 7 + 7 + 3);
    CHECK(mostly_right(3000, 1000) == 3000 + 1000 + 2000 + 3000 + 1000 + 1);
    CHECK(search(values, 5, 7) == 2);
    CHECK(search(values, 5, 8) == -2);
    CHECK(search(values, 2, 8) == -1);
}
