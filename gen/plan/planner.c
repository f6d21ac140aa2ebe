/* SPDX-License-Identifier: MIT */
/*
 * Plans one function: tries several body rules and ways to read the code, and keeps the cheapest.
 */
#include "plan/planner.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/table_format.h"
#include "core/small/small.h"
#include "plan/body_candidates.h"
#include "plan/split_entries.h"
#include "plan/stretches.h"
#include "util/memory.h"

/* A candidate entry, and its cost. */
struct attempt {
    struct plan_entry entry;
    size_t bytes;
};

void planner_begin(struct planner *planner, const struct core_query *query,
                   const struct reference *reference, enum plan_setting setting, uint32_t align)
{
    memset(planner, 0, sizeof(*planner));
    planner->query = query;
    planner->reference = reference;
    planner->setting = setting;
    planner->align = align;
    planner->how = plan_setting_how(setting) & FORMAT_HOW_READ;
}

void planner_end(struct planner *planner)
{
    free(planner->point);
    free(planner->row);
    free(planner->stretch);
    free(planner->planned);
}

/*
 * ---- points -------------------------------------------------------------------------------------
 */

/*
 * Returns a new point without clearing it, because a point is large and only a part of it is used.
 */
static struct plan_point *add_point(struct planner *planner)
{
    if (planner->points_count == planner->points_capacity) {
        planner->points_capacity = planner->points_capacity ? 2 * planner->points_capacity : 64;
        planner->point =
            must_realloc(planner->point, planner->points_capacity, sizeof(*planner->point));
    }
    return &planner->point[planner->points_count++];
}

void planner_add(struct planner *planner, const struct analysis *analysis, const struct node *node,
                 const struct frame_path *before)
{
    struct plan_point *point = add_point(planner);

    point->walk_is_right = false;
    core_query_point_fill(&point->query, analysis, planner->query, node, before);
}

#define HOW_WALKS (FORMAT_HOW_FORWARD | FORMAT_HOW_WALK)

/*
 * For each point (reached instruction) of the function, stores whether the core finds the right
 * rule if it follows the code to a return. The result does not depend on the table entry, so all
 * attempts use it.
 */
static void try_walks(struct planner *planner)
{
    const struct core_query_answer answer = {
        .how = HOW_WALKS, .known = SMALL_CODE, .start = planner->start};

    for (size_t i = 0; i < planner->points_count; i++)
        planner->point[i].walk_is_right =
            core_query_is_right(planner->query, &answer, &planner->point[i].query);
}

static bool is_right(const struct planner *planner, const struct core_query_answer *answer,
                     const struct plan_point *point)
{
    bool walks = answer->known != BOBBIN_STOP_NO_RULE && (answer->how & HOW_WALKS) == HOW_WALKS;

    return (walks && point->walk_is_right) ||
           core_query_is_right(planner->query, answer, &point->query);
}

/* ---- rows ----------------------------------------------------------------------------------- */

static uint32_t end_of(const struct core_query_point *point)
{
    return point->at.address + point->at.size_bytes;
}

/* Adds a row with RULE, which is right at the points FIRST to END - 1. */
static void add_row(struct planner *planner, const struct row *rule, size_t first, size_t end)
{
    struct plan_row row = {.start = planner->point[first].query.at.address,
                           .end = end_of(&planner->point[end - 1].query),
                           .row = rule};

    array_push(planner->row, planner->rows_count, planner->rows_capacity, row);
}

struct core_query_answer planner_answer(const struct planner *planner,
                                        const struct plan_entry *entry)
{
    bool is_read = entry->how & FORMAT_HOW_FORWARD;

    return (struct core_query_answer){
        .how = planner->setting == PLAN_SMALL ? entry->how : 0,
        .known = entry->body ? core_query_known(planner->query, entry->body, is_read) : SMALL_CODE,
        .start = entry->start,
    };
}

bool planner_row_is_right(const struct planner *planner, const struct row *row,
                          const struct plan_point *point)
{
    const struct core_query_answer answer = {.known = core_query_known(planner->query, row, false)};

    return core_query_is_right(planner->query, &answer, &point->query);
}

/* The end of the points from FIRST on at which the rule of ROW, stored explicitly, is right. */
static size_t reach(const struct planner *planner, const struct row *row, size_t first)
{
    while (first < planner->points_count &&
           (planner->point[first].query.row == row ||
            planner_row_is_right(planner, row, &planner->point[first])))
        first++;
    return first;
}

/*
 * The row of the reference whose rule is right at point FIRST and at the most points after it. One
 * row in the table then stands for several rows of the reference. Sets END to the end of these
 * points.
 */
static const struct row *longest_row(const struct planner *planner, size_t first, size_t *end)
{
    const struct row *best = planner->point[first].query.row;

    *end = reach(planner, best, first + 1);
    for (size_t i = first + 1; i <= *end && *end < planner->points_count; i++) {
        const struct row *row = planner->point[i].query.row;
        size_t next = row == planner->point[i - 1].query.row ? 0 : reach(planner, row, first);
        if (next > *end) {
            best = row;
            *end = next;
        }
    }
    return best;
}

/*
 * Adds the rows that ENTRY needs. A row starts at a point where the core would be wrong, and
 * continues as long as the row's rule is right. Stops after ROWS_MAX + 1 rows.
 */
static void add_rows(struct planner *planner, struct plan_entry *entry, size_t rows_max)
{
    struct core_query_answer answer = planner_answer(planner, entry);
    size_t end = 0; /* of the row added last */

    entry->rows_first = planner->rows_count;
    for (size_t i = 0;
         i < planner->points_count && planner->rows_count - entry->rows_first <= rows_max; i++) {
        const struct row *row;
        if (i < end || is_right(planner, &answer, &planner->point[i]))
            continue;
        row = longest_row(planner, i, &end);
        add_row(planner, row, i, end);
    }
    entry->rows_count = planner->rows_count - entry->rows_first;
}

/*
 * Ends each row of ENTRY after the last point at which the core would be wrong. Between the end of
 * a row and the next row the core is right at all points, because add_rows has tried them.
 */
static void end_rows(struct planner *planner, const struct plan_entry *entry)
{
    struct plan_row *rows = planner->row + entry->rows_first;
    struct core_query_answer answer = planner_answer(planner, entry);
    size_t at = planner->points_count;

    for (size_t i = entry->rows_count; i-- > 0;) {
        const struct core_query_point *point;
        do
            point = &planner->point[--at].query;
        while (
            point->at.address != rows[i].start &&
            (point->at.address >= rows[i].end || is_right(planner, &answer, &planner->point[at])));
        rows[i].end = end_of(point);
        while (planner->point[at].query.at.address != rows[i].start)
            at--;
    }
}

/* ---- attempts ------------------------------------------------------------------------------- */

static size_t row_bytes(const struct planner *planner)
{
    return planner->setting == PLAN_SMALL ? PLANNER_ROW_BYTES : PLANNER_ROW_ENTRY_BYTES;
}

static size_t cost_of(const struct planner *planner, const struct plan_entry *entry)
{
    size_t bytes = PLANNER_ENTRY_BYTES + entry->rows_count * row_bytes(planner);

    if (entry->how != planner->how || (planner->setting == PLAN_SMALL && entry->rows_count))
        /* a new rule may be needed */
        bytes += planner->setting == PLAN_SMALL ? PLANNER_ROWS_BYTES : 1;
    return bytes;
}

/*
 * Tries an entry with BODY and HOW. The rows that it needs stay at the end of the planner's rows.
 * If it needs more than ROWS_MAX rows, the attempt is incomplete.
 */
static struct attempt attempt(struct planner *planner, const struct row *body, uint8_t how,
                              size_t rows_max)
{
    struct attempt attempt = {
        .entry = {.start = planner->start, .end = planner->end, .body = body, .how = how}};

    add_rows(planner, &attempt.entry, rows_max);
    attempt.bytes = cost_of(planner, &attempt.entry);
    return attempt;
}

/*
 * The maximum number of rows with which an entry can be cheaper than BEST. 0: only an entry without
 * rows can be cheaper.
 */
static size_t rows_to_beat(const struct planner *planner, const struct attempt *best)
{
    size_t least = PLANNER_ENTRY_BYTES + 1;

    if (planner->setting == PLAN_SMALL)
        least += PLANNER_ROWS_BYTES;
    return best->bytes > least ? (best->bytes - least) / row_bytes(planner) : 0;
}

/*
 * Keeps the cheaper of BEST and ATTEMPT in BEST. Before the call, the rows of ATTEMPT follow those
 * of BEST at the end of the planner's rows.
 */
static void keep_better(struct planner *planner, struct attempt *best, struct attempt *attempt)
{
    struct plan_row *rows = planner->row;

    if (attempt->bytes < best->bytes) {
        if (attempt->entry.rows_count)
            memmove(rows + best->entry.rows_first, rows + attempt->entry.rows_first,
                    attempt->entry.rows_count * sizeof(*rows));
        attempt->entry.rows_first = best->entry.rows_first;
        *best = *attempt;
    }
    planner->rows_count = best->entry.rows_first + best->entry.rows_count;
}

static void try_hows(struct planner *planner, const struct row *body, struct attempt *best)
{
    static const uint8_t without[] = {0, FORMAT_HOW_FORWARD | FORMAT_HOW_WALK};

    for (size_t i = 0; i < sizeof(without) && best->entry.rows_count + (best->bytes == SIZE_MAX);
         i++) {
        uint8_t how = planner->how & (uint8_t)~without[i];
        if (body || (how & FORMAT_HOW_PROLOGUE)) {
            struct attempt next = attempt(planner, body, how, rows_to_beat(planner, best));
            keep_better(planner, best, &next);
        }
    }
}

static void try_candidates(struct planner *planner, struct attempt *best)
{
    const struct row *body[CANDIDATES_MAX];
    size_t count = body_candidates_find(planner, body);

    for (size_t i = 0; i < count; i++)
        try_hows(planner, body[i], best);
}

/* ---- one function --------------------------------------------------------------------------- */

static struct attempt best_attempt(struct planner *planner)
{
    struct attempt best = {.entry = {.rows_first = planner->rows_count}, .bytes = SIZE_MAX};

    if (planner->setting == PLAN_SMALL)
        try_hows(planner, NULL, &best);
    if (best.entry.rows_count || best.bytes == SIZE_MAX)
        try_candidates(planner, &best);
    if (best.entry.rows_count <= PLAN_ROWS_MAX)
        end_rows(planner, &best.entry);
    else
        planner->rows_count = best.entry.rows_first;
    return best;
}

/*
 * Finds the rows that the preceding entry needs if it is extended over the current function. Sets
 * PLANNED->passes to false if these are too many.
 */
static void find_extension_rows(struct planner *planner, struct planned *planned)
{
    struct plan_entry entry = {.start = planned->start,
                               .end = planned->end,
                               .how = planner->how & (uint8_t)~FORMAT_HOW_PROLOGUE};
    size_t rows_max = planned->bytes / PLANNER_ROW_BYTES;

    if (rows_max > PLAN_ROWS_MAX)
        rows_max = PLAN_ROWS_MAX;
    add_rows(planner, &entry, rows_max);
    planned->may_extend_previous = entry.rows_count <= rows_max;
    if (planned->may_extend_previous)
        end_rows(planner, &entry);
    else
        planner->rows_count = entry.rows_first;
    planned->extension_rows = (struct planned_rows){entry.rows_first, entry.rows_count};
}

/*
 * Whether the core finds from the code that nothing is saved, at each point from FIRST to END - 1
 * (core_query_finds_unchanged).
 */
static bool saves_nothing(const struct planner *planner, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (!core_query_finds_unchanged(planner->query, &planner->point[i].query))
            return false;
    return true;
}

void planner_store(struct planner *planner, struct planned *planned, size_t first, size_t end)
{
    struct plan_entry *entry = &planned->entry;

    planned->start = entry->start;
    planned->end = entry->end;
    if (planner->setting == PLAN_SMALL)
        find_extension_rows(planner, planned);
    else
        planned->may_extend_previous = saves_nothing(planner, first, end);
    if (planner->setting == PLAN_FAST && entry->body && (entry->how & FORMAT_HOW_FORWARD) &&
        entry->rows_count <= PLAN_ROWS_MAX && !rule_is_leaf(&entry->body->rule))
        stretches_find(planner, planned, first, end);
    array_push(planner->planned, planner->planned_count, planner->planned_capacity, *planned);
}

void planner_plan(struct planner *planner, uint32_t start, uint32_t end)
{
    struct attempt best;
    struct planned planned;

    planner->start = start;
    planner->end = end;
    if (planner->setting == PLAN_SMALL)
        try_walks(planner);
    best = best_attempt(planner);
    planned = (struct planned){.entry = best.entry, .bytes = best.bytes};
    if (planner->setting == PLAN_SMALL || !best.entry.rows_count ||
        !split_entries_plan(planner, best.bytes))
        planner_store(planner, &planned, 0, planner->points_count);
    planner->points_count = 0;
}
