/* SPDX-License-Identifier: MIT */
#include "float.h"

static double step_sum;

APART static double step(double x)
{
    step_sum += x;
    return x + 1;
}

/* Nine doubles are live at the last call, one more than there are callee-saved registers. */
APART static double many(double x)
{
    double a = step(x), b = step(a), c = step(b), d = step(c), e = step(d), f = step(e),
           g = step(f), h = step(g), i = step(h);

    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;
}

/* Doubles and integers: one frame saves core and floating-point registers. */
APART static double mixed(double x, uint32_t n)
{
    double product = 1, last = x;
    uint32_t odd = 0;

    for (uint32_t i = 0; i < n; i++) {
        double next = step(last);

        product *= next / last;
        odd += (uint32_t)next % 2;
        last = next;
    }
    return product * x + odd;
}

APART static double curve(double x)
{
    return x * x * x;
}

/* Simpson's rule; halves the interval while that changes the result. */
APART static double area(double low, double high, double whole, uint32_t depth)
{
    double middle = (low + high) / 2, left, right;

    left = (middle - low) / 6 * (curve(low) + 4 * curve((low + middle) / 2) + curve(middle));
    right = (high - middle) / 6 * (curve(middle) + 4 * curve((middle + high) / 2) + curve(high));
    if (depth == 0)
        return (left + right + whole) / 2;
    return area(low, middle, left, depth - 1) + area(middle, high, right, depth - 1);
}

/* More doubles than argument registers, so the rest is passed on the stack. */
APART static double ten(double a, double b, double c, double d, double e, double f, double g,
                        double h, double i, double j)
{
    return a - b + c - d + e - f + g - h + step(i) - j;
}

void float_double(uint32_t round)
{
    double x = round % 16 + 1;

    step_sum = 0;
    CHECK(many(x) == 45 * x + 285);
    CHECK(step_sum == 9 * x + 36);
    CHECK(mixed(4, 4) == 8 + 2);
    CHECK(area(0, 4, 64, 4) > 63.99);
    CHECK(area(0, 4, 64, 3) < 64.01);
    CHECK(ten(x, 1, 2, 3, 4, 5, 6, 7, 8, 9) == x - 4);
}
