/* SPDX-License-Identifier: MIT */
/*
 * Collects the addresses at which the planner divides the code: ends of ranges, function symbols
 * and ends of unreached code.
 */
#include "plan/function_bounds.h"

#include <stdlib.h>

#include "elf/coverage.h"
#include "plan/plan_types.h"
#include "util/memory.h"

/* The addresses found so far. */
struct bounds {
    uint32_t *address;
    size_t count, capacity;
};

static void add(struct bounds *bounds, uint32_t address)
{
    array_push(bounds->address, bounds->count, bounds->capacity, address);
}

static void add_ranges(struct bounds *bounds, const struct row_list *list)
{
    for (size_t i = 0; i < list->ranges_count; i++) {
        add(bounds, list->range[i].start);
        add(bounds, list->range[i].start + list->range[i].size_bytes);
    }
}

static void add_functions(struct bounds *bounds, const struct reference *reference)
{
    for (size_t i = 0; i < reference->image->functions_count; i++) {
        uint32_t address = reference->image->functions[i].address;
        if (row_list_find(&reference->list, address))
            add(bounds, address);
    }
}

static void add_unreached(struct bounds *bounds, const struct image *image)
{
    uint32_t start = 0;
    uint32_t end = 0;

    for (; unreached_next(image, &start, &end); start = end) {
        add(bounds, start);
        add(bounds, end);
    }
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void sort(struct bounds *bounds)
{
    size_t kept = 0;

    qsort(bounds->address, bounds->count, sizeof(*bounds->address), ascending);
    for (size_t i = 0; i < bounds->count; i++)
        if (kept == 0 || bounds->address[kept - 1] != bounds->address[i])
            bounds->address[kept++] = bounds->address[i];
    bounds->count = kept;
}

/* Divides functions that are longer than the maximum length of a table entry. */
static void divide_long(struct bounds *bounds)
{
    size_t count = bounds->count;

    for (size_t i = 0; i + 1 < count; i++)
        for (uint32_t at = bounds->address[i];
             bounds->address[i + 1] - at > PLAN_ENTRY_BYTES_MAX;) {
            at += PLAN_ENTRY_BYTES_MAX;
            add(bounds, at);
        }
}

uint32_t *function_bounds_find(const struct reference *reference, size_t *count)
{
    struct bounds bounds = {0};

    add_ranges(&bounds, &reference->list);
    add_functions(&bounds, reference);
    add_unreached(&bounds, reference->image);
    sort(&bounds);
    divide_long(&bounds);
    sort(&bounds);
    *count = bounds.count;
    return bounds.address;
}
