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

void profile_versions_note(struct profile_versions *versions, const struct capture *capture,
                           uint32_t ordinal)
{
    struct profile_version version = {
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
        array_push(versions->items, versions->count, versions->capacity, version);
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_runs(const struct profile_version *a, const struct profile_version *b)
{
    int order = compare_numbers(a->build, b->build);

    order = order ? order : compare_numbers(a->run, b->run);
    order = order ? order : compare_numbers(a->epoch, b->epoch);
    return order ? order : compare_numbers(a->processor, b->processor);
}

/* Orders captures by run. Within a run, the capture to be used comes first. */
static int compare_versions(const void *left, const void *right)
{
    const struct profile_version *a = left;
    const struct profile_version *b = right;
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
static size_t run_length(const struct profile_versions *versions, size_t first)
{
    size_t count = 1;

    while (first + count < versions->count &&
           compare_runs(&versions->items[first], &versions->items[first + count]) == 0)
        count++;
    return count;
}

/*
 * Marks the COUNT - 1 captures after NEWEST as older. Returns how many samples the largest of them
 * has more than NEWEST.
 */
static uint64_t leave_out(struct profile_versions *versions, const struct profile_version *newest,
                          size_t count)
{
    uint64_t most = newest->samples;

    for (size_t i = 1; i < count; i++) {
        array_push(versions->older, versions->older_count, versions->older_capacity,
                   newest[i].ordinal);
        if (newest[i].samples > most)
            most = newest[i].samples;
    }
    return most - newest->samples;
}

uint64_t profile_versions_decide(struct profile_versions *versions)
{
    uint64_t lost = 0;
    size_t count;

    if (versions->count)
        qsort(versions->items, versions->count, sizeof(*versions->items), compare_versions);
    for (size_t i = 0; i < versions->count; i += count) {
        count = run_length(versions, i);
        lost += leave_out(versions, &versions->items[i], count);
    }
    if (versions->older_count)
        qsort(versions->older, versions->older_count, sizeof(*versions->older), compare_ordinals);
    return lost;
}

bool profile_versions_is_older(const struct profile_versions *versions, uint32_t ordinal)
{
    return versions->older_count && bsearch(&ordinal, versions->older, versions->older_count,
                                            sizeof(*versions->older), compare_ordinals);
}

void profile_versions_free(struct profile_versions *versions)
{
    free(versions->items);
    free(versions->older);
    *versions = (struct profile_versions){0};
}
