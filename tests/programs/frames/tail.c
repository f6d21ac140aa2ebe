/* SPDX-License-Identifier: MIT */
#include "frames.h"

typedef uint32_t operation(uint32_t a, uint32_t b);

APART static uint32_t add(uint32_t a, uint32_t b)
{
    return a + b;
}

APART static uint32_t subtract(uint32_t a, uint32_t b)
{
    return a - b;
}

static operation *volatile const operations[2] = {add, subtract};

APART static uint32_t direct(uint32_t a, uint32_t b)
{
    return add(b, a);
}

APART static uint32_t through_pointer(uint32_t which, uint32_t a, uint32_t b)
{
    return operations[which](a, b);
}

/* Makes, uses and removes a frame before the tail call. */
APART static uint32_t after_calls(uint32_t a, uint32_t b)
{
    uint32_t sum = add(a, b), difference = subtract(a, b);

    CHECK(sum - difference == 2 * b);
    return direct(sum, difference);
}

APART static uint32_t either(bool minus, uint32_t a, uint32_t b)
{
    uint32_t twice = add(a, a);

    if (minus)
        return subtract(twice, b);
    return add(twice, b);
}

APART static bool is_odd(uint32_t n);

APART static bool is_even(uint32_t n)
{
    return n == 0 || is_odd(n - 1);
}

APART static bool is_odd(uint32_t n)
{
    return n != 0 && is_even(n - 1);
}

void frames_tail(uint32_t round)
{
    CHECK(direct(round, 5) == round + 5);
    CHECK(through_pointer(round % 2, 9, 4) == (round % 2 ? 5 : 13));
    CHECK(after_calls(round, 3) == 2 * round);
    CHECK(either(round % 2 != 0, round, 1) == (round % 2 ? 2 * round - 1 : 2 * round + 1));
    CHECK(is_even(round % 8) == (round % 2 == 0));
    CHECK(is_odd(7));
}
