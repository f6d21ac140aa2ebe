/* SPDX-License-Identifier: MIT */
/*
 * Rows of one source: adds, sorts and finds them, and removes overlaps. For the readers of this
 * folder and for the stage reference.
 */
#include "rows/rows.h"

#include <stdlib.h>

#include "util/memory.h"

void rows_add(struct rows *rows, uint32_t start, uint32_t end, const struct bobbin_rule *rule,
              enum row_source source)
{
    struct row row = {
        .start = start, .end = end, .rule = *rule, .source = source, .condition = CONDITION_ALWAYS};

    array_push(rows->row, rows->count, rows->capacity, row);
}

bool row_equal(const struct row *a, const struct row *b)
{
    return a->source == b->source && a->condition == b->condition &&
           rule_equal(&a->rule, &b->rule) &&
           (a->condition == CONDITION_ALWAYS || rule_equal(&a->otherwise, &b->otherwise));
}

void rows_append(struct rows *rows, const struct row *row)
{
    struct row *last = rows->count ? &rows->row[rows->count - 1] : NULL;

    if (last && last->end == row->start && row_equal(last, row))
        last->end = row->end;
    else
        array_push(rows->row, rows->count, rows->capacity, *row);
}

const char *row_source_name(enum row_source source)
{
    static const char *const names[] = {"unknown", "data",     "exidx",   "cfi-alone", "cfi",
                                        "code",    "unproved", "handler", "root"};

    return names[source];
}

enum bobbin_trust row_source_trust(enum row_source source)
{
    if (source == ROW_EXIDX)
        return BOBBIN_TRUST_EXIDX;
    return source == ROW_CFI_ALONE ? BOBBIN_TRUST_CFI : BOBBIN_TRUST_TABLE;
}

const struct row *rows_find(const struct rows *rows, uint32_t address)
{
    size_t low = 0;
    size_t high = rows->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct row *row = &rows->row[middle];
        if (address < row->start)
            high = middle;
        else if (address >= row->end)
            low = middle + 1;
        else
            return row;
    }
    return NULL;
}

const struct row *rows_pass(struct rows_place *place, uint32_t address)
{
    const struct rows *rows = place->rows;

    while (place->at < rows->count && rows->row[place->at].end <= address)
        place->at++;
    return place->at < rows->count && rows->row[place->at].start <= address ? &rows->row[place->at]
                                                                            : NULL;
}

static int by_start(const void *a, const void *b)
{
    const struct row *x = a;
    const struct row *y = b;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

static void sort(struct rows *rows)
{
    if (rows->count)
        qsort(rows->row, rows->count, sizeof(*rows->row), by_start);
}

/*
 * Adds a row from AT to NEXT - 1. All rows of COVER contain these addresses. If their rules agree,
 * the row gets this rule, otherwise form NONE.
 */
static void add_agreed(struct rows *settled, const struct rows *cover, uint32_t at, uint32_t next)
{
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);

    for (size_t i = 1; i < cover->count; i++)
        if (!rule_equal(&cover->row[0].rule, &cover->row[i].rule)) {
            rows_add(settled, at, next, &none, ROW_UNKNOWN);
            return;
        }
    rows_add(settled, at, next, &cover->row[0].rule, cover->row[0].source);
}

/* Removes the rows of COVER that end at or before AT. Returns the lowest end of the others. */
static uint32_t drop_ended(struct rows *cover, uint32_t at)
{
    uint32_t next = UINT32_MAX;
    size_t kept = 0;

    for (size_t i = 0; i < cover->count; i++) {
        if (cover->row[i].end <= at)
            continue;
        next = cover->row[i].end < next ? cover->row[i].end : next;
        cover->row[kept++] = cover->row[i];
    }
    cover->count = kept;
    return next;
}

static bool is_settled(const struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].start >= rows->row[i].end ||
            (i > 0 && rows->row[i - 1].end > rows->row[i].start))
            return false;
    return true;
}

void rows_settle(struct rows *rows)
{
    struct rows settled = {0};
    struct rows cover = {0};
    size_t i = 0;

    if (is_settled(rows))
        return;
    sort(rows);
    for (uint32_t at = 0, next; i < rows->count || cover.count; at = next) {
        next = drop_ended(&cover, at);
        if (cover.count == 0 && i < rows->count)
            at = rows->row[i].start;
        for (; i < rows->count && rows->row[i].start <= at; i++)
            array_push(cover.row, cover.count, cover.capacity, rows->row[i]);
        next = drop_ended(&cover, at);
        if (i < rows->count && rows->row[i].start < next)
            next = rows->row[i].start;
        if (cover.count)
            add_agreed(&settled, &cover, at, next);
    }
    free(cover.row);
    free(rows->row);
    *rows = settled;
}
