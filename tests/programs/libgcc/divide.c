/* SPDX-License-Identifier: MIT */
#include "aeabi.h"
#include "libgcc.h"

APART static void divide_words(uint32_t a, uint32_t b)
{
    int32_t minus = -(int32_t)(a >> 1), by = (int32_t)(b >> 1) + 1;

    CHECK(a / b * b + a % b == a);
    CHECK(__aeabi_uidiv(a, b) == a / b);
    CHECK(minus / by * by + minus % by == minus);
    CHECK(__aeabi_idiv(minus, by) == minus / by);
    CHECK(minus % by <= 0);
}

APART static void divide_longs(uint64_t a, uint64_t b)
{
    int64_t minus = -(int64_t)(a >> 1), by = (int64_t)(b >> 1) + 1;

    CHECK(a / b * b + a % b == a);
    CHECK(a % b < b);
    CHECK(minus / by * by + minus % by == minus);
    CHECK(minus % by <= 0);
}

void libgcc_divide(uint32_t round)
{
    uint32_t state = round + 1;
    uint64_t a = (uint64_t)mix(&state) << 32 | mix(&state);

    for (uint32_t shift = 1; shift < 32; shift += 6) {
        divide_words(mix(&state), mix(&state) >> shift | 1);
        divide_longs(a, a >> shift | 1);
        divide_longs(a >> shift, (uint64_t)mix(&state) << shift | 1);
    }
    divide_longs(7, a);
    divide_longs(a, 1000000007);
}
