/* SPDX-License-Identifier: MIT */
#include "aeabi.h"
#include "libgcc.h"

APART static void doubles(int32_t a, int64_t b)
{
    CHECK(__aeabi_d2iz(__aeabi_i2d(a)) == a);
    CHECK(__aeabi_d2uiz(__aeabi_ui2d((uint32_t)a)) == (uint32_t)a);
    CHECK(__aeabi_d2lz(__aeabi_l2d(b)) == b);
    CHECK(__aeabi_d2ulz(__aeabi_ul2d((uint64_t)b)) == (uint64_t)b);
    CHECK((int64_t)(double)b == b);
    CHECK(__aeabi_d2iz(__aeabi_dadd(a, 0.75)) == (a < 0 ? a + 1 : a));
}

APART static void singles(int32_t a, int64_t b)
{
    CHECK(__aeabi_f2iz(__aeabi_i2f(a)) == a);
    CHECK(__aeabi_f2uiz(__aeabi_ui2f((uint32_t)-a)) == (uint32_t)-a);
    CHECK(__aeabi_f2lz(__aeabi_l2f(b)) == b);
    CHECK(__aeabi_d2f(__aeabi_f2d(0.1f)) == 0.1f);
    CHECK((int64_t)(float)b == b);
    CHECK((uint64_t)(float)b == (uint64_t)b);
}

static void limits(void)
{
    CHECK(__aeabi_d2iz(1e300) == INT32_MAX);
    CHECK(__aeabi_d2iz(-1e300) == INT32_MIN);
    CHECK(__aeabi_d2uiz(-1) == 0);
    CHECK(__aeabi_d2f(1e300) == __builtin_inff());
    CHECK(__aeabi_d2f(1e-310) == 0);
}

void libgcc_convert(uint32_t round)
{
    int32_t a = (int32_t)(round * 12345 % 65536) - 65536;

    doubles(a, (int64_t)a * -1000003);
    singles(a, (int64_t)-a << 30);
    limits();
}
