/* SPDX-License-Identifier: MIT */
/* Divides a function into several entries without rows, for the planner. */
#include "plan/split_entries.h"

#include "plan/body_candidates.h"

enum { SPLITS_MAX = 8 };

/* One part of the function: the points FIRST to END - 1. */
struct split {
    struct plan_entry entry;
    size_t first, end;
};

/* Returns the first point, from FIRST on, at which the core is wrong with ENTRY. */
static size_t first_wrong(const struct planner *planner, const struct plan_entry *entry,
                          size_t first)
{
    struct core_query_answer answer = planner_answer(planner, entry);

    while (first < planner->points_count &&
           core_query_is_right(planner->query, &answer, &planner->point[first].query))
        first++;
    return first;
}

/* Moves END back to a point at which an entry can start. Returns FIRST if no such point exists. */
static size_t back_to_aligned(const struct planner *planner, size_t first, size_t end)
{
    while (end > first && end < planner->points_count &&
           planner->point[end].query.at.address % planner->align)
        end--;
    return end;
}

/*
 * Finds the longest part that starts at FIRST. Ignores that the core may follow a jump from this
 * part to another one; set_bounds() checks that.
 */
static struct split longest_split(const struct planner *planner, const struct row *const *body,
                                  size_t bodies_count, size_t first)
{
    struct split best = {.first = first, .end = first};

    for (size_t i = 0; i < bodies_count; i++) {
        struct plan_entry entry = {
            .start = planner->start, .end = planner->end, .body = body[i], .how = planner->how};
        size_t end = back_to_aligned(planner, first, first_wrong(planner, &entry, first));
        if (end > best.end) {
            best.entry = entry;
            best.end = end;
        }
    }
    return best;
}

/*
 * Divides the function into as few parts as possible. Returns the number of parts, or 0 if there is
 * no division into COUNT_MAX parts or fewer.
 */
static size_t divide(const struct planner *planner, struct split *split, size_t count_max)
{
    const struct row *body[CANDIDATES_MAX];
    size_t bodies_count = body_candidates_find(planner, body);
    size_t count = 0;

    for (size_t at = 0; at < planner->points_count; at = split[count++].end) {
        if (count == count_max)
            return 0;
        split[count] = longest_split(planner, body, bodies_count, at);
        if (split[count].end == at)
            return 0;
    }
    return count;
}

/*
 * Sets the final start and end of each entry. Returns false if the core is then wrong at some
 * point.
 */
static bool set_bounds(const struct planner *planner, struct split *split, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            split[i].entry.start = planner->point[split[i].first].query.at.address;
        if (i + 1 < count)
            split[i].entry.end = planner->point[split[i].end].query.at.address;
        if (first_wrong(planner, &split[i].entry, split[i].first) < split[i].end)
            return false;
    }
    return true;
}

bool split_entries_plan(struct planner *planner, size_t bytes)
{
    struct split split[SPLITS_MAX];
    size_t count_max = (bytes - 1) / PLANNER_ENTRY_BYTES;
    size_t count = divide(planner, split, count_max < SPLITS_MAX ? count_max : SPLITS_MAX);

    if (!count || !set_bounds(planner, split, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct planned planned = {.entry = split[i].entry, .bytes = PLANNER_ENTRY_BYTES};
        planner_store(planner, &planned, split[i].first, split[i].end);
    }
    return true;
}
