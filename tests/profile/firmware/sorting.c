/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "work.h"

enum { VALUES = 200 };

static int ascending(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

    return (left > right) - (left < right);
}

__attribute__((noinline)) static void sink(uint32_t *heap, uint32_t at, uint32_t count)
{
    uint32_t value = heap[at];

    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] > heap[child])
            child++;
        if (heap[child] <= value)
            break;
        heap[at] = heap[child];
    }
    heap[at] = value;
}

__attribute__((noinline)) static void heap_sort(uint32_t *values, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sink(values, i, count);
    for (uint32_t end = count - 1; end > 0; end--) {
        uint32_t most = values[0];
        values[0] = values[end];
        values[end] = most;
        sink(values, 0, end);
    }
}

__attribute__((noinline)) static void fill(uint32_t *values, uint32_t seed)
{
    for (uint32_t i = 0; i < VALUES; i++)
        values[i] = seed = seed * 1664525 + 1013904223;
}

uint32_t sort_round(uint32_t seed)
{
    static uint32_t by_library[VALUES], by_heap[VALUES];
    uint32_t wrong = 0;

    fill(by_library, seed);
    fill(by_heap, seed);
    qsort(by_library, VALUES, sizeof(by_library[0]), ascending);
    heap_sort(by_heap, VALUES);
    for (uint32_t i = 0; i < VALUES; i++)
        wrong += by_library[i] != by_heap[i];
    return wrong;
}
