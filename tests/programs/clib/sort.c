/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "clib.h"

struct reading {
    uint32_t key;
    double value;
};

enum { READINGS = 60 };

static uint32_t compared;

static int by_key(const void *a, const void *b)
{
    const struct reading *left = a, *right = b;

    compared++;
    return (left->key > right->key) - (left->key < right->key);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static uint32_t out_of_order(const struct reading *readings)
{
    uint32_t wrong = 0;

    for (uint32_t i = 1; i < READINGS; i++)
        wrong += readings[i - 1].key > readings[i].key;
    return wrong;
}

static void sort_readings(uint32_t seed)
{
    struct reading readings[READINGS];
    struct reading *found;

    for (uint32_t i = 0; i < READINGS; i++) {
        readings[i].key = mix(&seed);
        readings[i].value = i;
    }
    compared = 0;
    qsort(readings, READINGS, sizeof(readings[0]), by_key);
    CHECK(out_of_order(readings) == 0);
    CHECK(compared > READINGS);
    found = bsearch(&readings[17], readings, READINGS, sizeof(readings[0]), by_key);
    CHECK(found == &readings[17]);
}

void clib_sort(uint32_t round)
{
    int numbers[] = {5, 3, 9, -1, (int)round % 3, 7, 0};

    sort_readings(round + 1);
    qsort(numbers, 7, sizeof(numbers[0]), by_number);
    CHECK(numbers[0] == -1);
    CHECK(numbers[6] == 9);
}
