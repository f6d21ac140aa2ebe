/* SPDX-License-Identifier: MIT */
/*
 * Collects the addresses at which the planner divides the code: ends of ranges, function symbols
 * and ends of unreached code.
 */
#include "plan/function_bounds.h"

#include <stdlib.h>

#include "elf/coverage.h"
#include "util/memory.h"

struct cuts {
    uint32_t *address;
    size_t count, capacity;
};

static void add(struct cuts *cuts, uint32_t address)
{
    array_push(cuts->address, cuts->count, cuts->capacity, address);
}

static void cut_ranges(struct cuts *cuts, const struct row_list *list)
{
    for (size_t i = 0; i < list->ranges_count; i++) {
        add(cuts, list->range[i].start);
        add(cuts, list->range[i].start + list->range[i].size_bytes);
    }
}

static void cut_functions(struct cuts *cuts, const struct reference *reference)
{
    for (size_t i = 0; i < reference->image->functions_count; i++) {
        uint32_t address = reference->image->functions[i].address;
        if (row_list_find(&reference->list, address))
            add(cuts, address);
    }
}

static void cut_unreached(struct cuts *cuts, const struct image *image)
{
    uint32_t start = 0;
    uint32_t end = 0;

    for (; unreached_next(image, &start, &end); start = end) {
        add(cuts, start);
        add(cuts, end);
    }
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void sort(struct cuts *cuts)
{
    size_t kept = 0;

    qsort(cuts->address, cuts->count, sizeof(*cuts->address), ascending);
    for (size_t i = 0; i < cuts->count; i++)
        if (kept == 0 || cuts->address[kept - 1] != cuts->address[i])
            cuts->address[kept++] = cuts->address[i];
    cuts->count = kept;
}

/* Divides functions that are longer than the maximum length of a table entry. */
static void cut_long(struct cuts *cuts)
{
    size_t count = cuts->count;

    for (size_t i = 0; i + 1 < count; i++)
        for (uint32_t at = cuts->address[i]; cuts->address[i + 1] - at > CUT_BYTES_MAX;) {
            at += CUT_BYTES_MAX;
            add(cuts, at);
        }
}

uint32_t *function_bounds_find(const struct reference *reference, size_t *count)
{
    struct cuts cuts = {0};

    cut_ranges(&cuts, &reference->list);
    cut_functions(&cuts, reference);
    cut_unreached(&cuts, reference->image);
    sort(&cuts);
    cut_long(&cuts);
    sort(&cuts);
    *count = cuts.count;
    return cuts.address;
}
