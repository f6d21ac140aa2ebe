/* SPDX-License-Identifier: MIT */
/* Collects the rules of one function and sorts them by how many instructions use each. */
#include "plan/body_candidates.h"

#include <stdlib.h>

#include "util/memory.h"

/* A rule, and the number of the function's instructions at which the rule holds. */
struct candidate {
    const struct row *row;
    size_t instructions;
};

static int by_instructions(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;

    if (x->instructions != y->instructions)
        return x->instructions > y->instructions ? -1 : 1;
    return (x->row->start > y->row->start) - (x->row->start < y->row->start);
}

/* Returns the candidate with the same rule as ROW, or CANDIDATES + COUNT if there is none. */
static struct candidate *find_candidate(struct candidate *candidates, size_t count,
                                        const struct row *row)
{
    size_t i = 0;

    while (i < count && candidates[i].row != row && !row_equal(candidates[i].row, row))
        i++;
    return &candidates[i];
}

size_t body_candidates_find(const struct planner *planner, const struct row *body[CANDIDATES_MAX])
{
    struct candidate *candidates =
        must_realloc(NULL, planner->points_count + 1, sizeof(*candidates));
    struct candidate *candidate = NULL;
    const struct row *last = NULL;
    size_t count = 0;

    for (size_t i = 0; i < planner->points_count; i++) {
        const struct row *row = planner->point[i].query.row;
        if (row != last)
            candidate = find_candidate(candidates, count, row);
        if (candidate == &candidates[count])
            candidates[count++] = (struct candidate){.row = row};
        candidate->instructions++;
        last = row;
    }
    qsort(candidates, count, sizeof(*candidates), by_instructions);
    for (size_t i = 0; i < count && i < CANDIDATES_MAX; i++)
        body[i] = candidates[i].row;
    free(candidates);
    return count < CANDIDATES_MAX ? count : CANDIDATES_MAX;
}
