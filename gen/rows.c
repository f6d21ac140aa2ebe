/* SPDX-License-Identifier: MIT */
/* One list of rows out of those of all sources: every address of code has exactly one. */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "diag.h"

void rows_add(struct rows *rows, uint32_t start, uint32_t end, const struct bobbin_rule *rule,
              enum row_source source)
{
    struct row row = {start, end, *rule, source};

    array_push(rows->row, rows->count, rows->capacity, row);
}

const char *row_source_name(enum row_source source)
{
    static const char *const names[] = {"unknown", "data", "exidx", "cfi", "handler", "root"};

    return names[source];
}

const struct row *row_list_find(const struct row_list *list, uint32_t address)
{
    size_t low = 0;
    size_t high = list->rows.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct row *row = &list->rows.row[middle];
        if (address < row->start)
            high = middle;
        else if (address >= row->end)
            low = middle + 1;
        else
            return row;
    }
    return NULL;
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

/* ---- one source ----------------------------------------------------------------------------- */

/* Adds what all of COVER, the rows that reach over AT, say up to NEXT: one rule, or nothing. */
static void add_agreed(struct rows *settled, const struct image *image, const struct rows *cover,
                       uint32_t at, uint32_t next)
{
    const struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);

    for (size_t i = 1; i < cover->count; i++)
        if (!rule_equal(&cover->row[0].rule, &cover->row[i].rule)) {
            diag_warning_at(image, at, "two %s entries disagree; neither is used",
                            row_source_name(cover->row[0].source));
            rows_add(settled, at, next, &none, ROW_UNKNOWN);
            return;
        }
    rows_add(settled, at, next, &cover->row[0].rule, cover->row[0].source);
}

/* Drops the rows of COVER that end at AT, and returns where the next of the others does. */
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

/*
 * Sorts ROWS and cuts them so that none overlap. Where rows of one source disagree, nobody knows which
 * is right: the address is unknown, and said to be.
 */
static void settle(struct rows *rows, const struct image *image)
{
    struct rows settled = {0};
    struct rows cover = {0};
    size_t i = 0;

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
            add_agreed(&settled, image, &cover, at, next);
    }
    free(cover.row);
    free(rows->row);
    *rows = settled;
}

/* ---- all sources ---------------------------------------------------------------------------- */

/* Where FROM has been read up to: rows are asked for in ascending order of address. */
struct place_in {
    const struct rows *rows;
    size_t at;
};

/* The row that covers ADDRESS, if any, and in *NEXT where the answer changes. */
static const struct row *row_at(struct place_in *in, uint32_t address, uint32_t *next)
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

/* Tiles RANGE: the first source that knows an address gives its row. */
static void tile(struct row_list *list, const struct code_range *range, struct place_in *sources,
                 size_t sources_count)
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
            rows_add(&list->rows, at, next, &row->rule, row->source);
        else
            rows_add(&list->rows, at, next, &none, ROW_UNKNOWN);
    }
}

/* ---- roots ---------------------------------------------------------------------------------- */

/* Where the code of an entry without a sized symbol ends at the latest: at the next function. */
static uint32_t end_of_unsized(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);
    uint32_t end = section ? section->address + section->size_bytes : address;

    for (size_t i = 0; i < image->functions_count; i++)
        if (image->functions[i].address > address && image->functions[i].address < end)
            end = image->functions[i].address;
    return end;
}

static void add_root(struct rows *roots, const struct image *image, uint32_t address)
{
    const struct image_function *function = image_function_at(image, address);
    const struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_ROOT);

    if (function && function->size_bytes)
        rows_add(roots, function->address, function->address + function->size_bytes, &rule,
                 ROW_ROOT);
    else
        rows_add(roots, address, end_of_unsized(image, address), &rule, ROW_ROOT);
}

static int add_named_root(struct rows *roots, const struct image *image, const char *name)
{
    bool found = false;

    for (size_t i = 0; i < image->functions_count; i++)
        if (strcmp(image->functions[i].name, name) == 0) {
            add_root(roots, image, image->functions[i].address);
            found = true;
        }
    return found ? STATUS_GOOD : diag_error(image->path, "no function %s for --root", name);
}

static int collect_roots(struct rows *roots, const struct image *image,
                         const struct row_options *options)
{
    int status = STATUS_GOOD;

    add_root(roots, image, image->entry);
    for (size_t i = 0; options && i < options->roots_count && status == STATUS_GOOD; i++)
        status = add_named_root(roots, image, options->roots[i]);
    return status;
}

/* ---- code and what lies between ----------------------------------------------------------------- */

/* Padding that no processor runs: zeros and the assemblers' no-operations. */
static bool is_padding(const struct image *image, uint32_t start, uint32_t end)
{
    for (uint32_t at = start; at < end; at += 2) {
        uint8_t bytes[4] = {0};
        uint32_t word, half;
        if (!image_read(image, at, bytes, end - at < 4 ? 2 : 4))
            return false;
        half = bytes_u16(bytes);
        word = bytes_u32(bytes);
        if (word == 0xe320f000 || word == 0xe1a00000 || word == 0x8000f3af)
            at += 2;
        else if (half != 0 && half != 0xbf00 && half != 0x46c0)
            return false;
    }
    return true;
}

static bool has_no_instruction(const struct image *image, uint32_t start, uint32_t end)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next;

    return (section &&
            (!image_next_instruction(image, section, start, &next) || next.address >= end)) ||
           is_padding(image, start, end);
}

/*
 * Gives unknown stretches that hold no code to the row before them, and makes neighbours with one
 * rule a single row. What is never executed may have any rule; this one costs nothing.
 */
static void merge(struct row_list *list, const struct image *image, struct code_range *range)
{
    struct row *rows = list->rows.row;
    size_t kept = range->rows_first;

    for (size_t i = range->rows_first; i < list->rows.count; i++) {
        struct row *last = kept > range->rows_first ? &rows[kept - 1] : NULL;
        bool empty =
            rows[i].source == ROW_UNKNOWN && has_no_instruction(image, rows[i].start, rows[i].end);
        if (empty)
            rows[i].source = ROW_DATA;
        if (last &&
            (empty || (rule_equal(&last->rule, &rows[i].rule) && last->source == rows[i].source)))
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

int row_list_build(struct row_list *list, const struct image *image,
                   const struct row_options *options)
{
    struct rows cfi = {0};
    struct rows exidx = {0};
    struct rows roots = {0};
    struct rows handlers = {0};
    struct place_in sources[] = {{&roots, 0}, {&handlers, 0}, {&cfi, 0}, {&exidx, 0}};
    int status;

    memset(list, 0, sizeof(*list));
    status = collect_roots(&roots, image, options);
    if (status == STATUS_GOOD)
        status = cfi_rows(&cfi, image);
    if (status == STATUS_GOOD)
        status = exidx_rows(&exidx, image);
    handler_rows(&handlers, image);
    settle(&roots, image);
    settle(&handlers, image);
    settle(&cfi, image);
    settle(&exidx, image);
    find_ranges(list, image);
    for (size_t i = 0; status == STATUS_GOOD && i < list->ranges_count; i++) {
        list->range[i].rows_first = list->rows.count;
        tile(list, &list->range[i], sources, sizeof(sources) / sizeof(sources[0]));
        merge(list, image, &list->range[i]);
    }
    free(roots.row);
    free(handlers.row);
    free(cfi.row);
    free(exidx.row);
    if (status == STATUS_GOOD && list->ranges_count == 0)
        status = diag_error(image->path, "no executable section");
    return status;
}

void row_list_free(struct row_list *list)
{
    free(list->rows.row);
    free(list->range);
    memset(list, 0, sizeof(*list));
}
