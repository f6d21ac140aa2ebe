/* SPDX-License-Identifier: MIT */
/*
 * Combines the rows of all sources into one list, in which each address of code is in exactly one
 * row.
 */
#include "rows/row_list.h"

#include <stdlib.h>
#include <string.h>

#include "elf/coverage.h"
#include "elf/padding.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- sources --------------------------------------------------------------------------------- */

/*
 * A source, and the index of its first row that may cover the next address. Addresses are requested
 * in ascending order.
 */
struct source_position {
    const struct rows *rows;
    size_t at;
};

/*
 * Returns the row of IN that covers ADDRESS, or NULL. Lowers *NEXT to the next address at which the
 * result changes.
 */
static const struct row *row_at(struct source_position *in, uint32_t address, uint32_t *next)
{
    const struct row *row;

    while (in->at < in->rows->count && in->rows->row[in->at].end <= address)
        in->at++;
    if (in->at == in->rows->count)
        return NULL;
    row = &in->rows->row[in->at];
    if (row->start <= address) {
        *next = row->end < *next ? row->end : *next;
        return row;
    }
    *next = row->start < *next ? row->start : *next;
    return NULL;
}

/* Appends the part of ROW from START to END - 1. */
static void add_part(struct rows *rows, const struct row *row, uint32_t start, uint32_t end)
{
    struct row part = *row;

    part.start = start;
    part.end = end;
    rows_append(rows, &part);
}

/* Fills RANGE with rows. At each address the first source that knows a rule gives the row. */
static void tile(struct row_list *list, const struct code_range *range,
                 struct source_position *sources, size_t sources_count)
{
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    uint32_t end = range->start + range->size_bytes;

    for (uint32_t at = range->start, next; at < end; at = next) {
        const struct row *row = NULL;
        next = end;
        for (size_t i = 0; i < sources_count && !row; i++) {
            row = row_at(&sources[i], at, &next);
            if (row && row->source == ROW_UNKNOWN)
                row = NULL;
        }
        if (row)
            add_part(&list->rows, row, at, next);
        else
            rows_add(&list->rows, at, next, &none, ROW_UNKNOWN);
    }
}

/* ---- addresses without a rule ---------------------------------------------------------------- */

/*
 * Whether START to END - 1 has only padding that is never executed: zeros and the no-operations of
 * assemblers.
 */
static bool is_padding(const struct image *image, uint32_t start, uint32_t end)
{
    uint32_t size_bytes = 1;

    for (; start < end && size_bytes; start += size_bytes)
        size_bytes = padding_bytes_at(image, start, end);
    return size_bytes;
}

/*
 * Whether discovery did not reach all bytes from START to END - 1. Unreached bytes may be code or
 * data.
 */
static bool is_unreached(const struct image *image, uint32_t start, uint32_t end)
{
    uint32_t unreached_end;

    return unreached_next(image, &start, &unreached_end) && start < end;
}

bool row_list_no_code(const struct image *image, uint32_t start, uint32_t end)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next;

    if (is_unreached(image, start, end))
        return false;
    return (section &&
            (!image_next_instruction(image, section, start, &next) || next.address >= end)) ||
           is_padding(image, start, end);
}

/*
 * Extends a row over the code-free addresses after it that no source knows. Any rule is right for
 * bytes that are never executed, and this one costs no row. Then merges adjacent rows that are
 * equal.
 */
static void merge(struct row_list *list, const struct image *image, struct code_range *range)
{
    struct row *rows = list->rows.row;
    size_t kept = range->rows_first;

    for (size_t i = range->rows_first; i < list->rows.count; i++) {
        struct row *last = kept > range->rows_first ? &rows[kept - 1] : NULL;
        bool empty =
            rows[i].source == ROW_UNKNOWN && row_list_no_code(image, rows[i].start, rows[i].end);
        if (empty)
            rows[i].source = ROW_DATA;
        if (last && (empty || row_equal(last, &rows[i])))
            last->end = rows[i].end;
        else
            rows[kept++] = rows[i];
    }
    list->rows.count = kept;
    range->rows_count = kept - range->rows_first;
}

static void find_ranges(struct row_list *list, const struct image *image)
{
    size_t capacity = 0;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        struct code_range *last = list->ranges_count ? &list->range[list->ranges_count - 1] : NULL;
        struct code_range range = {.start = section->address, .size_bytes = section->size_bytes};
        if (!section->executable)
            continue;
        if (last && last->start + last->size_bytes == range.start)
            last->size_bytes += range.size_bytes;
        else
            array_push(list->range, list->ranges_count, capacity, range);
    }
}

const struct row *row_list_find(const struct row_list *list, uint32_t address)
{
    return rows_find(&list->rows, address);
}

int row_list_build(struct row_list *list, const struct image *image,
                   const struct rows *const *sources)
{
    struct source_position positions[ROW_LIST_SOURCES_MAX];
    size_t count = 0;

    memset(list, 0, sizeof(*list));
    for (; sources[count]; count++)
        positions[count] = (struct source_position){sources[count], 0};
    find_ranges(list, image);
    for (size_t i = 0; i < list->ranges_count; i++) {
        list->range[i].rows_first = list->rows.count;
        tile(list, &list->range[i], positions, count);
        merge(list, image, &list->range[i]);
    }
    return list->ranges_count ? STATUS_GOOD
                              : diag_error(image->path, "the image has no executable section");
}

/* Inserts COUNT copies of row I before it. */
static void insert_copies(struct row_list *list, size_t i, size_t count)
{
    struct rows *rows = &list->rows;

    for (size_t n = 0; n < count; n++)
        array_push(rows->row, rows->count, rows->capacity, rows->row[i]);
    memmove(&rows->row[i + count], &rows->row[i], (rows->count - count - i) * sizeof(rows->row[0]));
    for (size_t n = 1; n < count; n++)
        rows->row[i + n] = rows->row[i];
    for (size_t r = 0; r < list->ranges_count; r++) {
        struct code_range *range = &list->range[r];
        if (i < range->rows_first)
            range->rows_first += count;
        else if (i - range->rows_first < range->rows_count)
            range->rows_count += count;
    }
}

void row_list_take_rule(struct row_list *list, uint32_t start, uint32_t end)
{
    const struct row *found = row_list_find(list, start);
    size_t i = found ? (size_t)(found - list->rows.row) : 0;
    bool before = found && found->start < start, after = found && end < found->end;

    if (!found)
        return;
    insert_copies(list, i, (size_t)before + after);
    if (before)
        list->rows.row[i++].end = start;
    list->rows.row[i] = (struct row){.start = start,
                                     .end = end,
                                     .rule = rule_of_form(BOBBIN_FORM_NONE),
                                     .source = ROW_UNPROVED,
                                     .condition = CONDITION_ALWAYS};
    if (after)
        list->rows.row[i + 1].start = end;
}

void row_list_free(struct row_list *list)
{
    free(list->rows.row);
    free(list->range);
    memset(list, 0, sizeof(*list));
}
