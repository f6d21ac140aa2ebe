/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "clib.h"

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

static void parse(void)
{
    char *end;

    CHECK(strtol("-0x1fz", &end, 0) == -31);
    CHECK(*end == 'z');
    CHECK(strtoul("777", NULL, 8) == 511);
    CHECK(atoi("12x") == 12);
    CHECK(strtoll("9223372036854775807", NULL, 10) == INT64_MAX);
    CHECK(strtod("3.25e2,", &end) == 325);
    CHECK(*end == ',');
    CHECK(strtod("0.1", NULL) == 0.1);
    CHECK(strtod("1e-320", NULL) > 0);
    CHECK(strtod("123456789012345678901234567890", NULL) == 123456789012345678901234567890.0);
    CHECK(strtof("1.5", NULL) == 1.5f);
    CHECK(isinf(strtod("1e999", NULL)));
}

static void transcendental(double x)
{
    CHECK(is_near(sin(x) * sin(x) + cos(x) * cos(x), 1));
    CHECK(is_near(exp(log(x)), x));
    CHECK(is_near(pow(x, 3), x * x * x));
    CHECK(is_near(tan(atan(x)), x));
    CHECK(is_near(sinh(x), (exp(x) - exp(-x)) / 2));
    CHECK(is_near(atan2(1, 1) * 4, acos(-1)));
    CHECK(is_near(cbrt(x * x * x), x));
}

static void algebraic(double x)
{
    double whole;
    int exponent;

    CHECK(is_near(sqrt(x * x), x));
    CHECK(is_near(hypot(3 * x, 4 * x), 5 * x));
    CHECK(floor(x + 0.5) == x);
    CHECK(ceil(x - 0.5) == x);
    CHECK(fmod(x, 1) == 0);
    CHECK(modf(x + 0.25, &whole) == 0.25);
    CHECK(whole == x);
    CHECK(ldexp(frexp(x, &exponent), exponent) == x);
    CHECK(lround(x + 0.25) == (long)x);
    CHECK(sqrtf((float)(x * x)) == (float)x);
}

void clib_number(uint32_t round)
{
    double x = round % 7 + 1;

    parse();
    transcendental(x);
    algebraic(x);
    CHECK(div((int)round, 7).rem == (int)(round % 7));
    CHECK(labs(-(long)round) == (long)round);
}
