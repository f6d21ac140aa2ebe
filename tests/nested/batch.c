/* SPDX-License-Identifier: MIT */
/* The main program: batches of doses, sorted by size. */
#include <stdlib.h>

#include "pump.h"

enum { DOSES = 24 };

static int by_size(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return a < b ? -1 : a > b;
}

static void plan(uint32_t batch, uint32_t *doses)
{
    uint32_t random = batch + 1;

    for (uint32_t i = 0; i < DOSES; i++) {
        random = random * 1664525 + 1013904223;
        doses[i] = (random >> 24) + 1;
    }
    qsort(doses, DOSES, sizeof(doses[0]), by_size);
}

__attribute__((noinline)) static uint32_t run_one(uint32_t batch)
{
    uint32_t doses[DOSES], total = 0;

    plan(batch, doses);
    for (uint32_t i = 0; i < DOSES; i += 8) {
        service_dose(doses[i]);
        total += doses[i];
    }
    return total;
}

uint32_t batch_run(uint32_t batches)
{
    uint32_t total = 0;

    for (uint32_t batch = 0; batch < batches; batch++)
        total += run_one(batch);
    return total;
}
