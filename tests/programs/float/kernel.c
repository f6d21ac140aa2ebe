/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "float.h"

enum { N = 6, SIGNAL = 16 };

struct matrix {
    double cells[N][N];
};

static void make(struct matrix *matrix, double seed)
{
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++)
            matrix->cells[i][k] = (i == k ? 10 : 0) + seed / (i + k + 1);
}

APART static void multiply(const struct matrix *a, const struct matrix *b, struct matrix *out)
{
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++) {
            double sum = 0;

            for (uint32_t m = 0; m < N; m++)
                sum += a->cells[i][m] * b->cells[m][k];
            out->cells[i][k] = sum;
        }
}

/* Gauss-Jordan elimination without a search for pivots: the diagonal is dominant. */
APART static void invert(struct matrix matrix, struct matrix *out)
{
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++)
            out->cells[i][k] = i == k;
    for (uint32_t i = 0; i < N; i++) {
        double pivot = matrix.cells[i][i];

        for (uint32_t row = 0; row < N; row++) {
            double factor = row == i ? 1 - 1 / pivot : matrix.cells[row][i] / pivot;

            for (uint32_t k = 0; k < N; k++) {
                matrix.cells[row][k] -= factor * matrix.cells[i][k];
                out->cells[row][k] -= factor * out->cells[i][k];
            }
            if (row == i)
                pivot = 1;
        }
    }
}

APART static double distance_from_one(const struct matrix *matrix)
{
    double sum = 0;

    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++)
            sum += fabs(matrix->cells[i][k] - (i == k));
    return sum;
}

/* Each term calls the mathematical library while the sums are live. */
APART static double power_at(const double *signal, uint32_t frequency)
{
    double real = 0, imaginary = 0, step = 2 * acos(-1) * frequency / SIGNAL;

    for (uint32_t i = 0; i < SIGNAL; i++) {
        real += signal[i] * cos(step * i);
        imaginary += signal[i] * sin(step * i);
    }
    return real * real + imaginary * imaginary;
}

static void check_transform(uint32_t frequency)
{
    double signal[SIGNAL];

    for (uint32_t i = 0; i < SIGNAL; i++)
        signal[i] = i * frequency % SIGNAL < SIGNAL / 2 ? 1 : -1;
    CHECK(power_at(signal, frequency) > 100);
    CHECK(power_at(signal, 0) < 1e-9);
}

void float_kernel(uint32_t round)
{
    struct matrix matrix, inverse, product;

    make(&matrix, round % 5 + 1);
    invert(matrix, &inverse);
    multiply(&matrix, &inverse, &product);
    CHECK(distance_from_one(&product) < 1e-9);
    check_transform(1);
}
