/* SPDX-License-Identifier: MIT */
#include "aeabi.h"
#include "libgcc.h"

APART static void arithmetic(double a, double b)
{
    double sum = __aeabi_dadd(a, b), product = __aeabi_dmul(a, b);

    CHECK(sum == a + b);
    CHECK(__aeabi_dsub(sum, b) == sum - b);
    CHECK(product == a * b);
    CHECK(__aeabi_ddiv(product, b) == product / b);
    CHECK(__powidf2(a, 3) == a * (a * a));
}

APART static void compare(double a, double b)
{
    CHECK(__aeabi_dcmplt(a, b) == (a < b));
    CHECK(__aeabi_dcmpge(a, b) == (a >= b));
    CHECK(__aeabi_dcmpeq(a, a) == 1);
    CHECK(__aeabi_dcmpun(a, __builtin_nan("")) == 1);
}

/* Denormal numbers and infinities take the slow paths of each helper. */
APART static void extremes(double tiny)
{
    double infinite = __aeabi_ddiv(1, 0);

    CHECK(__aeabi_dadd(tiny, tiny) == 2 * tiny);
    CHECK(__aeabi_dmul(tiny, 0.5) == tiny * 0.5);
    CHECK(__aeabi_ddiv(tiny, 3) == tiny / 3);
    CHECK(__aeabi_dcmpeq(infinite, __builtin_inf()) == 1);
    CHECK(__aeabi_dcmpun(__aeabi_dsub(infinite, infinite), 0) == 1);
}

APART static double series(uint32_t terms)
{
    double sum = 0;

    for (uint32_t i = 0; i < terms; i++)
        sum = __aeabi_dadd(sum, __aeabi_ddiv(i % 2 ? -4 : 4, 2 * i + 1));
    return sum;
}

void libgcc_double(uint32_t round)
{
    double a = (double)round + 1.25, b = 3.0e-7 * (round % 11 + 1);

    arithmetic(a, b);
    arithmetic(-b, a * 1e200);
    compare(a, b);
    compare(-a, b);
    extremes(1e-310 * (round + 1));
    CHECK(series(50) > 3.12);
    CHECK(series(51) < 3.17);
}
