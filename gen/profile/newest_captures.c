/* SPDX-License-Identifier: MIT */
/* Groups captures by run and chooses the newest one of each run. */
#include "profile/newest_captures.h"

#include <stdlib.h>

#include "util/hash_index.h"
#include "util/memory.h"

static uint64_t hash_build(const struct capture *capture)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < capture->build_id_size; i++)
        hash = hash_mix(hash, capture->build_id[i]);
    return hash;
}

void newest_captures_add(struct newest_captures *captures, const struct capture *capture,
                         uint32_t ordinal)
{
    struct capture_version version = {
        .build = hash_build(capture),
        .run = capture->run,
        .epoch = capture->epoch,
        .processor = capture->processor,
        .snapshot = capture->snapshot,
        .ordinal = ordinal,
        .damaged = capture->damaged,
        .samples = capture_expected(capture),
    };

    if (capture->run)
        array_push(captures->items, captures->count, captures->capacity, version);
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_runs(const struct capture_version *a, const struct capture_version *b)
{
    int order = compare_numbers(a->build, b->build);

    order = order ? order : compare_numbers(a->run, b->run);
    order = order ? order : compare_numbers(a->epoch, b->epoch);
    return order ? order : compare_numbers(a->processor, b->processor);
}

/* Orders captures by run. Within a run, the capture to be used comes first. */
static int compare_versions(const void *left, const void *right)
{
    const struct capture_version *a = left;
    const struct capture_version *b = right;
    int order = compare_runs(a, b);

    order = order ? order : compare_numbers(a->damaged, b->damaged);
    order = order ? order : compare_numbers(b->snapshot, a->snapshot);
    return order ? order : compare_numbers(a->ordinal, b->ordinal);
}

static int compare_ordinals(const void *left, const void *right)
{
    return compare_numbers(*(const uint32_t *)left, *(const uint32_t *)right);
}

/* ---- deciding -------------------------------------------------------------------------------- */

/* The number of captures, from FIRST on, that belong to the same run. */
static size_t run_length(const struct newest_captures *captures, size_t first)
{
    size_t count = 1;

    while (first + count < captures->count &&
           compare_runs(&captures->items[first], &captures->items[first + count]) == 0)
        count++;
    return count;
}

/*
 * Marks the COUNT - 1 captures after NEWEST as older. Returns how many samples the largest of them
 * has more than NEWEST.
 */
static uint64_t mark_older(struct newest_captures *captures, const struct capture_version *newest,
                           size_t count)
{
    uint64_t most = newest->samples;

    for (size_t i = 1; i < count; i++) {
        array_push(captures->older, captures->older_count, captures->older_capacity,
                   newest[i].ordinal);
        if (newest[i].samples > most)
            most = newest[i].samples;
    }
    return most - newest->samples;
}

uint64_t newest_captures_choose(struct newest_captures *captures)
{
    uint64_t lost = 0;
    size_t count;

    if (captures->count)
        qsort(captures->items, captures->count, sizeof(*captures->items), compare_versions);
    for (size_t i = 0; i < captures->count; i += count) {
        count = run_length(captures, i);
        lost += mark_older(captures, &captures->items[i], count);
    }
    if (captures->older_count)
        qsort(captures->older, captures->older_count, sizeof(*captures->older), compare_ordinals);
    return lost;
}

bool newest_captures_is_older(const struct newest_captures *captures, uint32_t ordinal)
{
    return captures->older_count && bsearch(&ordinal, captures->older, captures->older_count,
                                            sizeof(*captures->older), compare_ordinals);
}

void newest_captures_free(struct newest_captures *captures)
{
    free(captures->items);
    free(captures->older);
    *captures = (struct newest_captures){0};
}
