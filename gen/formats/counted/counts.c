/* SPDX-License-Identifier: MIT */
/*
 * The list of counted formats, and the functions that their counters share: spans of rows, body
 * rules, brief rules.
 */
#include "formats/counted/counts.h"

#include <stdlib.h>

#include "formats/counted/counters.h"
#include "rows/rows.h"
#include "util/memory.h"

const struct counter counters[COUNTERS] = {
    {"rows of 8 bytes", 0, "the format describes all code", count_rows},
    {"orc", ORC_X86,
     "registers other than the frame pointer; a return address that is neither in lr nor at cfa - "
     "4",
     count_orc},
    {"orc:loongarch", ORC_LOONGARCH, "registers other than the frame pointer", count_orc},
    {"sframe", SFRAME_2,
     "registers other than the frame pointer; functions whose cfa is relative to another register",
     count_sframe},
    {"sframe:3", SFRAME_3, "the same; version 3", count_sframe},
    {"apple", 0,
     "prologues, epilogues, frames without r7 as frame pointer: these need DWARF, which is not "
     "counted",
     count_apple},
    {"windows", 0, "code between prologue and epilogue that moves sp or saves registers",
     count_windows},
};

uint32_t count_bytes(const struct count *count)
{
    uint32_t bytes = 0;

    for (size_t i = 0; i < FORMAT_SHARES_MAX && count->share[i].name; i++)
        bytes += count->share[i].bytes;
    return bytes;
}

/* ---- spans ----------------------------------------------------------------------------------- */

static void find_rows(const struct reference *reference, struct span *span)
{
    const struct rows *rows = &reference->list.rows;

    span->row = row_list_find(&reference->list, span->start);
    span->row_end = span->row;
    while (span->row && span->row_end < rows->row + rows->count && span->row_end->start < span->end)
        span->row_end++;
    span->thumb = image_state_at(reference->image, span->start) == IMAGE_THUMB;
}

bool span_next_function(const struct reference *reference, size_t *at, struct span *span)
{
    const struct image *image = reference->image;
    const struct image_function *function = image->functions + *at;
    size_t next = *at + 1;

    if (*at >= image->functions_count)
        return false;
    span->start = function->address;
    span->end = image_function_end(image, function);
    while (next < image->functions_count && image->functions[next].address == span->start)
        next++;
    if (next < image->functions_count && image->functions[next].address < span->end)
        span->end = image->functions[next].address;
    *at = next;
    find_rows(reference, span);
    return true;
}

bool span_next_range(const struct reference *reference, size_t *at, struct span *span)
{
    const struct row_list *list = &reference->list;

    if (*at >= list->ranges_count)
        return false;
    span->start = list->range[*at].start;
    span->end = span->start + list->range[*at].size_bytes;
    ++*at;
    find_rows(reference, span);
    return true;
}

uint32_t span_clip(const struct span *span, const struct row *row, uint32_t *start)
{
    uint32_t end = row->end < span->end ? row->end : span->end;

    *start = row->start > span->start ? row->start : span->start;
    return end - *start;
}

/* A rule of a span, and the number of bytes at which it holds. */
struct rule_share {
    const struct row *row;
    uint32_t bytes;
};

struct shares {
    struct rule_share *share;
    size_t count, capacity;
};

static void add_share(struct shares *shares, const struct row *row, uint32_t bytes)
{
    struct rule_share new = {row, bytes};

    for (size_t i = 0; i < shares->count; i++)
        if (rule_equal(&shares->share[i].row->rule, &row->rule)) {
            shares->share[i].bytes += bytes;
            return;
        }
    array_push(shares->share, shares->count, shares->capacity, new);
}

static bool is_better(const struct rule_share *a, const struct rule_share *b)
{
    bool leaf = rule_is_leaf(&a->row->rule);

    if (leaf != rule_is_leaf(&b->row->rule))
        return !leaf;
    return a->bytes > b->bytes;
}

const struct row *span_body(const struct span *span)
{
    struct shares shares = {0};
    const struct rule_share *best;
    const struct row *body;
    uint32_t start;

    for (const struct row *row = span->row; row < span->row_end; row++)
        if (row_is_plain(row))
            add_share(&shares, row, span_clip(span, row, &start));
    best = shares.share;
    for (size_t i = 1; i < shares.count; i++)
        if (is_better(&shares.share[i], best))
            best = &shares.share[i];
    body = best ? best->row : NULL;
    free(shares.share);
    return body;
}

/* ---- rows ------------------------------------------------------------------------------------ */

bool row_is_plain(const struct row *row)
{
    return row->rule.form != BOBBIN_FORM_NONE && row->condition == CONDITION_ALWAYS;
}

static bool set_place(const struct bobbin_rule *rule, uint32_t place, bool *saved, int32_t *offset)
{
    *saved = rule->place_kind[place] == BOBBIN_SLOT;
    *offset = *saved ? rule->place_value[place] : 0;
    return *saved || rule->place_kind[place] == BOBBIN_SAME;
}

struct brief brief_of(const struct row *row, bool thumb)
{
    const struct bobbin_rule *rule = &row->rule;
    struct brief brief = {.kind = BRIEF_OTHER};

    if (row->source == ROW_DATA)
        brief.kind = BRIEF_DATA;
    else if (rule->form == BOBBIN_FORM_NONE)
        brief.kind = BRIEF_NONE;
    else if (rule->form == BOBBIN_FORM_ROOT)
        brief.kind = BRIEF_ROOT;
    if (brief.kind != BRIEF_OTHER || !row_is_plain(row) || rule->form != BOBBIN_FORM_FRAME ||
        rule->cfa_offset > INT16_MAX || rule->cfa_offset < INT16_MIN)
        return brief;
    brief.cfa_register = rule->cfa_register;
    brief.cfa_offset = rule->cfa_offset;
    if (set_place(rule, BOBBIN_PLACE_RA, &brief.ra_saved, &brief.ra_offset) &&
        set_place(rule, BOBBIN_PLACE_R4 + brief_fp(thumb) - 4, &brief.fp_saved, &brief.fp_offset))
        brief.kind = BRIEF_FRAME;
    return brief;
}

bool brief_equal(const struct brief *a, const struct brief *b)
{
    if (a->kind != BRIEF_FRAME || b->kind != BRIEF_FRAME)
        return a->kind == b->kind;
    return a->cfa_register == b->cfa_register && a->cfa_offset == b->cfa_offset &&
           a->ra_saved == b->ra_saved && a->ra_offset == b->ra_offset &&
           a->fp_saved == b->fp_saved && a->fp_offset == b->fp_offset;
}
