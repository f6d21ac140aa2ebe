/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "work.h"

enum { POINTS = 32 };

/* A recursive radix-2 FFT in place. Real and imaginary parts alternate. */
__attribute__((noinline)) static void transform(float *z, uint32_t points)
{
    float even[POINTS], odd[POINTS];

    if (points == 1)
        return;
    for (uint32_t i = 0; i < points; i++) {
        even[i] = z[2 * (i & ~1u) + (i & 1)];
        odd[i] = z[2 * (i & ~1u) + 2 + (i & 1)];
    }
    transform(even, points / 2);
    transform(odd, points / 2);
    for (uint32_t i = 0; i < points / 2; i++) {
        float angle = -2 * 3.14159265f * (float)i / (float)points;
        float c = cosf(angle), s = sinf(angle);
        float re = c * odd[2 * i] - s * odd[2 * i + 1], im = s * odd[2 * i] + c * odd[2 * i + 1];
        z[2 * i] = even[2 * i] + re;
        z[2 * i + 1] = even[2 * i + 1] + im;
        z[2 * i + points] = even[2 * i] - re;
        z[2 * i + 1 + points] = even[2 * i + 1] - im;
    }
}

static float bell(float x)
{
    return expf(-x * x / 2);
}

__attribute__((noinline)) static float integrate(float (*f)(float), float from, float to, int steps)
{
    float sum = f(from) + f(to), width = (to - from) / (float)steps;

    for (int i = 1; i < steps; i++)
        sum += f(from + (float)i * width) * (i % 2 ? 4 : 2);
    return sum * width / 3;
}

uint32_t float_round(uint32_t seed)
{
    static float z[2 * POINTS];
    float energy = 0;

    for (uint32_t i = 0; i < POINTS; i++) {
        z[2 * i] = sinf((float)(i * (seed % 7)));
        z[2 * i + 1] = 0;
    }
    transform(z, POINTS);
    for (uint32_t i = 0; i < 2 * POINTS; i++)
        energy += z[i] * z[i];
    return (uint32_t)(sqrtf(energy) + integrate(bell, -4, 4, 20));
}
