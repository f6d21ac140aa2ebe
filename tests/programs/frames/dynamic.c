/* SPDX-License-Identifier: MIT */
#include <alloca.h>
#include <string.h>

#include "frames.h"

APART static uint32_t sum_bytes(const uint8_t *bytes, uint32_t count)
{
    uint32_t sum = 0;

    while (count--)
        sum += *bytes++;
    return sum;
}

APART static uint32_t on_stack(uint32_t size_bytes, uint8_t fill)
{
    uint8_t *bytes = alloca(size_bytes);

    memset(bytes, fill, size_bytes);
    return sum_bytes(bytes, size_bytes);
}

/* Each turn of the loop moves sp, so the frame grows until the function returns. */
APART static uint32_t on_stack_again_and_again(uint32_t turns)
{
    uint32_t sum = 0;

    for (uint32_t i = 1; i <= turns; i++) {
        uint8_t *bytes = alloca(i * 8);

        memset(bytes, (int)i, i * 8);
        sum += sum_bytes(bytes, i * 8);
    }
    return sum;
}

APART static uint32_t matrix_trace(uint32_t n)
{
    uint32_t cells[n][n];
    uint32_t trace = 0;

    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++)
            cells[row][column] = row * column;
    for (uint32_t i = 0; i < n; i++)
        trace += cells[i][i];
    return trace;
}

/* A VLA in an inner block: sp goes down and up again within the body. */
APART static uint32_t in_blocks(uint32_t turns)
{
    uint32_t sum = 0;

    for (uint32_t i = 1; i <= turns; i++) {
        uint8_t bytes[i * 3];

        memset(bytes, 2, sizeof(bytes));
        sum += sum_bytes(bytes, sizeof(bytes));
    }
    return sum;
}

void frames_dynamic(uint32_t round)
{
    uint32_t n = 3 + round % 5;

    CHECK(on_stack(n * 10, 7) == n * 70);
    CHECK(on_stack_again_and_again(n) == 8 * (n * (n + 1) * (2 * n + 1) / 6));
    CHECK(matrix_trace(n) == (n - 1) * n * (2 * n - 1) / 6);
    CHECK(in_blocks(n) == 3 * n * (n + 1));
}
