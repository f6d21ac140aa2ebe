/* SPDX-License-Identifier: MIT */
/*
 * The rows of an image in the form that Chromium's writer got from its compiler. That compiler,
 * clang, wrote no rows for epilogues. So rows that release the frame, and in which no function is
 * called, are skipped. With them the published writer would have dropped every function.
 */
#include "formats/chrome1/chrome1_encode.h"

#include <stdlib.h>

#include "elf/function_walk.h"
#include "formats/chrome1/chrome1_writer.h"
#include "formats/image_code.h"
#include "util/diag.h"
#include "util/memory.h"

/*
 * The rows of all functions in one array. Pointers into the array are set only when it is complete,
 * because it moves while it grows.
 */
struct gathered {
    const struct reference *reference;
    struct chrome1_function *function;
    size_t *first;
    size_t functions_count, functions_capacity, firsts_count, firsts_capacity;
    struct chrome1_row *row;
    size_t rows_count, rows_capacity;
    /*
     * distance in bytes from the cfa down to the return address slot, in the current function so
     * far
     */
    uint32_t ra;
};

static bool is_call(const struct image *image, const struct image_instruction *at)
{
    struct code_op op;

    return image_decode(image, at, &op) && op.kind == CODE_CALL;
}

static bool calls_somebody(const struct image *image, uint32_t start, uint32_t end)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next = {.address = start};

    while (section && image_next_instruction(image, section, next.address, &next) &&
           next.address < end) {
        if (is_call(image, &next))
            return true;
        next.address += next.size_bytes;
    }
    return false;
}

/* Converts ROW to the format's terms. The return address is 0 while it is still in lr. */
static struct chrome1_row row_of(const struct row *row)
{
    const struct bobbin_rule *rule = &row->rule;
    struct chrome1_row out = {0, 0, 0};

    if (rule->form != BOBBIN_FORM_FRAME || rule->cfa_register != BOBBIN_SP || rule->cfa_offset < 0)
        return out;
    if (rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT)
        out.ra = (uint32_t)-rule->place_value[BOBBIN_PLACE_RA];
    else if (rule->place_kind[BOBBIN_PLACE_RA] != BOBBIN_SAME)
        return out;
    out.cfa = (uint32_t)rule->cfa_offset;
    return out;
}

/* Whether ROW is the rule at a function's first instruction. */
static bool is_entry(const struct row *row)
{
    return row->rule.form == BOBBIN_FORM_FRAME && row->rule.cfa_register == BOBBIN_SP &&
           row->rule.cfa_offset == 0 && row->rule.place_kind[BOBBIN_PLACE_RA] == BOBBIN_SAME;
}

/*
 * Whether the part of ROW from START to END - 1 belongs to an epilogue. LAST is the last row that
 * was added.
 */
static bool is_way_out(const struct image *image, const struct row *row,
                       const struct chrome1_row *last, uint32_t start, uint32_t end)
{
    struct chrome1_row now = row_of(row);

    if (row->condition != CONDITION_ALWAYS || is_entry(row))
        return true;
    return last && now.cfa && now.cfa < last->cfa && !calls_somebody(image, start, end);
}

/*
 * Rows from machine code give lr as the location of the return address as long as lr holds it, even
 * after it was pushed. So the slot RA is written to the first row whose frame is large enough for
 * it. Returns whether there is such a row.
 */
static bool is_pushed_before(struct gathered *gathered, size_t first, uint32_t ra)
{
    for (size_t i = first; i < gathered->rows_count; i++) {
        if (gathered->row[i].cfa < ra)
            continue;
        gathered->row[i].ra = ra;
        return true;
    }
    return false;
}

/*
 * Adds the part of ROW that lies in the function from START to END - 1. FIRST is the index of the
 * function's first row.
 */
static void add_row(struct gathered *gathered, size_t first, const struct row *row, uint32_t start,
                    uint32_t end)
{
    const struct chrome1_row *last =
        gathered->rows_count > first ? &gathered->row[gathered->rows_count - 1] : NULL;
    uint32_t row_start = row->start < start ? start : row->start;
    uint32_t row_end = row->end < end ? row->end : end;
    struct chrome1_row now = row_of(row);

    now.offset = row_start - start;
    if (row_start == start || row->source == ROW_DATA ||
        is_way_out(gathered->reference->image, row, last, row_start, row_end))
        return;
    if (now.ra && !gathered->ra && is_pushed_before(gathered, first, now.ra))
        gathered->ra = now.ra;
    if (now.ra == gathered->ra) /* call frame information stores only changes */
        now.ra = 0;
    if (last && last->cfa == now.cfa && !now.ra)
        return;
    if (now.ra)
        gathered->ra = now.ra;
    array_push(gathered->row, gathered->rows_count, gathered->rows_capacity, now);
}

static void add_function(struct gathered *gathered, uint32_t start, uint32_t end)
{
    const struct rows *rows = &gathered->reference->list.rows;
    const struct row *row = row_list_find(&gathered->reference->list, start);
    struct chrome1_function function = {.address = start, .size_bytes = end - start};
    size_t first = gathered->rows_count;

    gathered->ra = 0;
    for (; row && row < rows->row + rows->count && row->start < end; row++)
        add_row(gathered, first, row, start, end);
    function.rows_count = gathered->rows_count - first;
    array_push(gathered->first, gathered->firsts_count, gathered->firsts_capacity, first);
    array_push(gathered->function, gathered->functions_count, gathered->functions_capacity,
               function);
}

static void gather(struct gathered *gathered)
{
    struct function_walk walk = {.image = gathered->reference->image};

    while (function_walk_next(&walk))
        add_function(gathered, walk.start, walk.end);
    for (size_t i = 0; i < gathered->functions_count; i++)
        gathered->function[i].rows = gathered->row + gathered->first[i];
}

static void warn_drops(const struct image *image, size_t functions,
                       const uint32_t drops[CHROME1_DROPS])
{
    struct format_drop all[CHROME1_DROPS] = {
        [CHROME1_AT_ZERO] = {.why = "at address 0"},
        [CHROME1_LENGTH] = {.why = "with length 0 or too long"},
        [CHROME1_NOT_BY_SP] = {.why = "with a cfa that is not relative to sp"},
        [CHROME1_FAR_CFA] = {.why = "with a cfa too far from sp"},
        [CHROME1_FAR_RA] = {.why = "with lr saved too far from the cfa"},
        [CHROME1_NO_ROWS] = {.why = "without rows"},
        [CHROME1_NO_ROOM] = {.why = "for which the table has no room"},
    };

    for (size_t i = 0; i < CHROME1_DROPS; i++)
        all[i].functions = drops[i];
    format_warn_drops(image, "chrome1", functions, all, CHROME1_DROPS);
}

int chrome1_encode(const struct format *format, const struct reference *reference,
                   struct format_parts *out)
{
    struct gathered gathered = {.reference = reference};
    uint32_t drops[CHROME1_DROPS];
    uint32_t index_bytes;

    gather(&gathered);
    index_bytes = chrome1_write(gathered.function, gathered.functions_count,
                                (enum chrome1_count)format->variant, &out->part[0], drops);
    format_add_share(out, "UNW_INDEX", index_bytes);
    format_add_share(out, "UNW_DATA", out->part[0].size - index_bytes);
    warn_drops(reference->image, gathered.functions_count, drops);
    free(gathered.function);
    free(gathered.first);
    free(gathered.row);
    return STATUS_GOOD;
}
