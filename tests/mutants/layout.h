/* SPDX-License-Identifier: MIT */
/*
 * The entries of a table and, for a small table, its explicit rows. They can be read, changed and
 * written again with another length (core/format/table_format.h).
 */
#ifndef MUTANTS_LAYOUT_H
#define MUTANTS_LAYOUT_H

#include "encode/entries.h"
#include "parts.h"

/* LENGTH is in halfwords. In blocks, NUMBER is FORMAT_RULE_CODE if the entry has no rule. */
struct layout_entry {
    uint32_t address, length, number;
    /* in blocks: FORMAT_HOW_FORWARD, FORMAT_HOW_PROLOGUE if code is not read that way */
    uint32_t without;
    uint32_t at;  /* offset in ENTRIES, in bytes */
    bool is_wide; /* its rule number takes two bytes (blocks) or two places (pages) */
    size_t rows_first, rows_count;
    bool is_last; /* the last of its range */
};

struct layout_range {
    uint32_t start, size_bytes, how, unit_shift, group_shift, ahead;
    uint32_t index;      /* offset of its part of INDEX, in bytes */
    size_t first, count; /* of its entries */
};

struct layout {
    struct layout_range *range;
    size_t ranges_count, ranges_capacity;
    struct layout_entry *entry;
    size_t entries_count, entries_capacity;
    struct encode_row *row; /* the rows of all entries, in the order of the entries */
    size_t rows_count, rows_capacity;
};

/* Reads PARTS, which must be those of a valid table. */
void layout_take(struct layout *layout, const struct parts *parts);
void layout_free(struct layout *layout);

/* The range that contains ENTRY, an entry of LAYOUT. */
const struct layout_range *layout_range_of(const struct layout *layout,
                                           const struct layout_entry *entry);

/* Whether the entries of RANGE are in pages; otherwise they are in blocks. */
bool layout_is_paged(const struct layout_range *range);

/* The number of pages or blocks of RANGE. */
uint32_t layout_pages(const struct layout_range *range);

/* The number of words of RANGE in INDEX: one per group or per block. */
uint32_t layout_words(const struct layout_range *range);

/* Rebuilds RANGES, INDEX, ENTRIES and ROWS of PARTS as bobbin would write these entries. */
void layout_put(const struct layout *layout, struct parts *parts);

#endif
