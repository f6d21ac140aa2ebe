/* SPDX-License-Identifier: MIT */
/*
 * The entries and, of a small one, the explicit rows of a table, read and written again with whatever length they have
 * then (core/format/table_format.h).
 */
#ifndef MUTANTS_LAYOUT_H
#define MUTANTS_LAYOUT_H

#include "encode/entries.h"
#include "parts.h"

/* Length in halfwords. In blocks the number is FORMAT_RULE_CODE when there is none. */
struct layout_entry {
    uint32_t address, length, number;
    uint32_t without; /* in blocks: FORMAT_HOW_FORWARD, FORMAT_HOW_PROLOGUE */
    uint32_t at;      /* where it is in ENTRIES, in bytes */
    bool is_wide;     /* its number has two bytes, or two places */
    size_t rows_first, rows_count;
    bool is_last; /* of its range */
};

struct layout_range {
    uint32_t start, size_bytes, how, unit_shift, group_shift;
    uint32_t index;      /* where its part of INDEX is, in bytes */
    size_t first, count; /* entries */
};

struct layout {
    struct layout_range *range;
    size_t ranges_count, ranges_capacity;
    struct layout_entry *entry;
    size_t entries_count, entries_capacity;
    struct encode_row *row; /* as many as all entries have, in their order */
    size_t rows_count, rows_capacity;
};

/* PARTS are of a table that is right. */
void layout_take(struct layout *layout, const struct parts *parts);
void layout_free(struct layout *layout);

/* The range of ENTRY, which is LAYOUT's. */
const struct layout_range *layout_range_of(const struct layout *layout,
                                           const struct layout_entry *entry);

/* Whether its entries are in pages; else in blocks. */
bool layout_is_paged(const struct layout_range *range);

/* How many pages or blocks RANGE has. */
uint32_t layout_pages(const struct layout_range *range);

/* How many words RANGE has in INDEX: of groups, or of blocks. */
uint32_t layout_words(const struct layout_range *range);

/* Writes RANGES, INDEX, ENTRIES and ROWS of PARTS anew, as the tool would write such entries. */
void layout_put(const struct layout *layout, struct parts *parts);

#endif
