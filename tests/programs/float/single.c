/* SPDX-License-Identifier: MIT */
#include "float.h"

static float drift;

APART static float next(float x)
{
    drift += 0.5f;
    return x + 2;
}

APART static float many(float x)
{
    float a = next(x), b = next(a), c = next(b), d = next(c), e = next(d), f = next(e), g = next(f);
    float h = next(g), i = next(h), j = next(i), k = next(j), l = next(k);

    return (a + b) * (c + d) - (e + f) * (g + h) + (i + j) * (k + l);
}

/* An odd number of floats, together with doubles. */
APART static double mixed(float x, double y)
{
    float a = next(x), b = next(a), c = next(b);
    double d = y * next(c), e = d + next(a);

    drift += next(b);
    return a + b + c + d + e;
}

struct sphere {
    float x, y, z, radius;
};

/* Four floats by value: in s0-s3, or in r0-r3 with the soft-float ABI. */
APART static struct sphere grow(struct sphere sphere, float by)
{
    sphere.radius = next(sphere.radius) * by;
    sphere.x -= by;
    return sphere;
}

void float_single(uint32_t round)
{
    float x = (float)(round % 8);
    struct sphere sphere = {x, 1, 2, 3};

    drift = 0;
    CHECK(many(x) == 4 * (((x + 3) * (x + 7)) - (x + 11) * (x + 15) + (x + 19) * (x + 23)));
    CHECK(drift == 6);
    CHECK(mixed(x, 0.5) == 3 * x + 12 + 2 * 0.5 * (x + 8) + x + 4);
    sphere = grow(grow(sphere, 2), 3);
    CHECK(sphere.radius == 36);
    CHECK(sphere.x == x - 5);
}
