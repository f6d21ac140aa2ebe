/* SPDX-License-Identifier: MIT */
#include "aeabi.h"
#include "libgcc.h"

APART static void arithmetic(float a, float b)
{
    float sum = __aeabi_fadd(a, b), product = __aeabi_fmul(a, b);

    CHECK(sum == a + b);
    CHECK(__aeabi_fsub(sum, b) == sum - b);
    CHECK(product == a * b);
    CHECK(__aeabi_fdiv(product, b) == product / b);
}

APART static void compare(float a, float b)
{
    CHECK(__aeabi_fcmplt(a, b) == (a < b));
    CHECK(__aeabi_fcmpgt(a, b) == (a > b));
    CHECK(__aeabi_fcmpeq(b, b) == 1);
}

/* Half precision is a storage format; the compiler converts it at each use. */
APART static float half(float value)
{
    return __gnu_h2f_ieee(__gnu_f2h_ieee(value));
}

void libgcc_single(uint32_t round)
{
    float a = (float)round + 0.5f, b = 1.0e-6f * (float)(round % 7 + 1);

    arithmetic(a, b);
    arithmetic(-b, a * 1e30f);
    arithmetic(1e-40f, 2);
    compare(a, b);
    compare(-a, -b);
    CHECK(half(1.5f + (float)(round % 8)) == 1.5f + (float)(round % 8));
    CHECK(half(65536.0f * 4) > 65504);
    CHECK(half(6e-8f) > 0);
}
