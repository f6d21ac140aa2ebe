/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "aeabi.h"
#include "libgcc.h"

APART static void count(uint32_t low, uint32_t high)
{
    int64_t both = (int64_t)((uint64_t)high << 32 | low);

    CHECK(__popcountdi2(both) == __popcountsi2(low) + __popcountsi2(high));
    CHECK(__paritysi2(low) == __popcountsi2(low) % 2);
    CHECK(__clzdi2((int64_t)low) == 32 + __builtin_clz(low));
    CHECK(__ctzdi2((int64_t)((uint64_t)low << 32)) == 32 + __builtin_ctz(low));
    CHECK(__ffsdi2(both) == __builtin_ctz(low) + 1);
    CHECK(__bswapsi2(__bswapsi2(low)) == low);
    CHECK(__bswapdi2((uint64_t)both) >> 32 == __bswapsi2(low));
}

APART static void shift(uint64_t value, int by)
{
    CHECK(__aeabi_llsl((int64_t)value, by) == (int64_t)(value << by));
    CHECK((uint64_t)__aeabi_llsr((int64_t)value, by) == value >> by);
    CHECK(__aeabi_lasr((int64_t)value, by) == (int64_t)value >> by);
}

APART static void multiply_and_compare(int64_t a, int64_t b)
{
    CHECK(__aeabi_lmul(a, b) == (int64_t)((uint64_t)a * (uint64_t)b));
    CHECK(__aeabi_lcmp(a, b) == (a > b) - (a < b));
    CHECK(__aeabi_ulcmp((uint64_t)a, (uint64_t)b) ==
          ((uint64_t)a > (uint64_t)b) - ((uint64_t)a < (uint64_t)b));
}

/* These helpers abort the program on overflow. */
APART static void without_overflow(int32_t a, int32_t b)
{
    CHECK(__addvsi3(a, b) == a + b);
    CHECK(__subvsi3(a, b) == a - b);
    CHECK(__mulvsi3(a, b) == a * b);
    CHECK(__negvsi2(a) == -a);
    CHECK(__absvsi2(-b) == b);
    CHECK(__addvdi3(a, b) == a + b);
    CHECK(__mulvdi3(a, b) == (int64_t)a * b);
}

APART static void detect_overflow(int32_t a, int64_t b)
{
    int32_t sum;
    int64_t difference;

    CHECK(__builtin_add_overflow(a, INT32_MAX, &sum) == (a > 0));
    CHECK(__builtin_sub_overflow(b, INT64_MIN, &difference) == (b >= 0));
    CHECK(__builtin_mul_overflow(a, 0x10000, &sum) == (a > 0x7fff));
}

static void memory(int value)
{
    uint8_t bytes[21];

    __aeabi_memset(bytes, sizeof(bytes), value);
    __aeabi_memclr(bytes + 3, 5);
    __aeabi_memmove(bytes + 1, bytes, 6);
    CHECK(bytes[3] == (uint8_t)value);
    CHECK(bytes[7] == 0);
    CHECK(bytes[20] == (uint8_t)value);
}

void libgcc_bits(uint32_t round)
{
    uint32_t state = round + 1, low = mix(&state), high = mix(&state);

    count(low, high);
    for (int by = 0; by < 64; by += 9)
        shift((uint64_t)high << 32 | low, by);
    multiply_and_compare((int32_t)low, (int32_t)high);
    multiply_and_compare((int64_t)high << 31, low);
    without_overflow((int32_t)(low % 30000), (int32_t)(high % 30000));
    detect_overflow((int32_t)(round % 3), (int64_t)round - 1);
    memory((int)round);
}
