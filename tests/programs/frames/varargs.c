/* SPDX-License-Identifier: MIT */
#include <stdarg.h>

#include "frames.h"

struct pair {
    int32_t first, second;
};

struct wide {
    int64_t values[4];
};

APART static int32_t sum_ints(int count, ...)
{
    va_list list;
    int32_t sum = 0;

    va_start(list, count);
    while (count--)
        sum += va_arg(list, int32_t);
    va_end(list);
    return sum;
}

APART static double sum_doubles(int count, ...)
{
    va_list list;
    double sum = 0;

    va_start(list, count);
    while (count--)
        sum += va_arg(list, double);
    va_end(list);
    return sum;
}

APART static int64_t sum_kind(char kind, va_list *list)
{
    struct pair pair;
    struct wide wide;

    switch (kind) {
    case 'i':
        return va_arg(*list, int32_t);
    case 'l':
        return va_arg(*list, int64_t);
    case 'd':
        return (int64_t)va_arg(*list, double);
    case 'p':
        pair = va_arg(*list, struct pair);
        return pair.first - pair.second;
    default:
        wide = va_arg(*list, struct wide);
        return wide.values[0] + wide.values[3];
    }
}

APART static int64_t sum_of(const char *kinds, ...)
{
    va_list list;
    int64_t sum = 0;

    va_start(list, kinds);
    for (; *kinds; kinds++)
        sum += sum_kind(*kinds, &list);
    va_end(list);
    return sum;
}

void frames_varargs(uint32_t round)
{
    int32_t n = (int32_t)round;
    struct pair pair = {n, 3};
    struct wide wide = {{n, 1, 1, 100}};

    CHECK(sum_ints(0) == 0);
    CHECK(sum_ints(7, n, 2, 3, 4, 5, 6, 7) == n + 27);
    CHECK(sum_doubles(4, (double)n, 0.5, 0.25, 0.25) == n + 1.0);
    CHECK(sum_of("ildpwi", n, (int64_t)n << 33, 8.0, pair, wide, -1) ==
          n + ((int64_t)n << 33) + 8 + (n - 3) + (n + 100) - 1);
}
