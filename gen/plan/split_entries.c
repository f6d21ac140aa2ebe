/* SPDX-License-Identifier: MIT */
#include "plan/split_entries.h"

#include "plan/body_candidates.h"

enum { PIECES_MAX = 8 };

/* Places from FIRST to END - 1. */
struct piece {
    struct unit unit;
    size_t first, end;
};

/* The end of the places from FIRST on where core is right by UNIT. */
static size_t reach(const struct planner *planner, const struct unit *unit, size_t first)
{
    struct core_query_answer answer = planner_answer(planner, unit);

    while (first < planner->places_count &&
           core_query_is_right(planner->query, &answer, &planner->place[first].point))
        first++;
    return first;
}

/* Where the next piece may start, at the place END or before it; FIRST: nowhere. */
static size_t align(const struct planner *planner, size_t first, size_t end)
{
    while (end > first && end < planner->places_count &&
           planner->place[end].point.at.address % planner->align)
        end--;
    return end;
}

/* The longest piece from FIRST on. Where a jump inside the function goes out of it is not looked at yet. */
static struct piece longest(const struct planner *planner, const struct row *const *body,
                            size_t bodies_count, size_t first)
{
    struct piece best = {.first = first, .end = first};

    for (size_t i = 0; i < bodies_count; i++) {
        struct unit unit = {
            .start = planner->start, .end = planner->end, .body = body[i], .how = planner->how};
        size_t end = align(planner, first, reach(planner, &unit, first));
        if (end > best.end) {
            best.unit = unit;
            best.end = end;
        }
    }
    return best;
}

/* As few pieces as there can be, no more than COUNT_MAX of them; 0: it cannot be so. */
static size_t cut(const struct planner *planner, struct piece *piece, size_t count_max)
{
    const struct row *body[CANDIDATES_MAX];
    size_t bodies_count = body_candidates_find(planner, body);
    size_t count = 0;

    for (size_t at = 0; at < planner->places_count; at = piece[count++].end) {
        if (count == count_max)
            return 0;
        piece[count] = longest(planner, body, bodies_count, at);
        if (piece[count].end == at)
            return 0;
    }
    return count;
}

/* Each piece starts where its first place is; false: core is wrong somewhere now. */
static bool shorten(const struct planner *planner, struct piece *piece, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            piece[i].unit.start = planner->place[piece[i].first].point.at.address;
        if (i + 1 < count)
            piece[i].unit.end = planner->place[piece[i].end].point.at.address;
        if (reach(planner, &piece[i].unit, piece[i].first) < piece[i].end)
            return false;
    }
    return true;
}

bool split_entries_plan(struct planner *planner, size_t bytes)
{
    struct piece piece[PIECES_MAX];
    size_t count_max = (bytes - 1) / PLANNER_ENTRY_BYTES;
    size_t count = cut(planner, piece, count_max < PIECES_MAX ? count_max : PIECES_MAX);

    if (!count || !shorten(planner, piece, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct planned planned = {.unit = piece[i].unit, .bytes = PLANNER_ENTRY_BYTES};
        planner_settle(planner, &planned, piece[i].first, piece[i].end);
    }
    return true;
}
