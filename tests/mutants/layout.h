/* SPDX-License-Identifier: MIT */
/*
 * The entries and explicit rows of a table, read and written again with whatever length they have then (core/SPEC.md, 3
 * to 5).
 */
#ifndef MUTANTS_LAYOUT_H
#define MUTANTS_LAYOUT_H

#include "encode_entries.h"
#include "parts.h"

/* Length in halfwords. The number is FORMAT_RULE_CODE when there is none. */
struct layout_entry {
    uint32_t address, length, number;
    /* in blocks FORMAT_HOW_FORWARD, FORMAT_HOW_PROLOGUE; in pages FORMAT_RECORD_PLAIN */
    uint32_t without;
    uint32_t at;     /* where it is in ENTRIES, in bytes */
    uint32_t record; /* where its record is in ROWS, if it has one */
    bool has_record;
    bool is_wide; /* its number has two bytes, or two places */
    size_t rows_first, rows_count;
    bool is_last; /* of its range */
};

struct layout_range {
    uint32_t start, size_bytes, how, unit_shift, group_shift, body_shift;
    uint32_t index;      /* where its part of INDEX is, in bytes */
    size_t first, count; /* entries */
    size_t map_first;    /* of the bytes of all body maps */
};

struct layout {
    struct layout_range *range;
    size_t ranges_count, ranges_capacity;
    struct layout_entry *entry;
    size_t entries_count, entries_capacity;
    struct encode_row *row; /* as many as all entries have, in their order */
    size_t rows_count, rows_capacity;
    struct buffer maps;
};

/* PARTS are of a table that is right. */
void layout_take(struct layout *layout, struct parts *parts);
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

/* How many bytes the body map of RANGE has, and where it begins, in bytes from its part of INDEX. */
uint32_t layout_map_bytes(const struct layout_range *range);
uint32_t layout_map_at(const struct layout_range *range);

/* Writes RANGES, INDEX, ENTRIES and ROWS of PARTS anew, as the tool would write such entries. */
void layout_put(const struct layout *layout, struct parts *parts);

#endif
