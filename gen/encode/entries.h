/* SPDX-License-Identifier: MIT */
/*
 * ENTRIES of a range, and the INDEX that leads to them (core/format/table_format.h): without
 * FORMAT_HOW_CODE in pages, with it in blocks, with ROWS.
 */
#ifndef GEN_ENCODE_ENTRIES_H
#define GEN_ENCODE_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/format/table_format.h"
#include "util/buffer.h"

/* Entries tile a range, from 0 on. */
struct encode_entry {
    uint32_t start, end; /* in bytes from the start of the range */
    /*
     * of its rule; in blocks also FORMAT_RULE_CODE, or FORMAT_ENTRY_HAS_ROWS and the offset of its
     * record
     */
    uint32_t number;
};

/*
 * A row of a record; distance from the end of the one before, or from the start of the entry, in
 * halfwords.
 */
struct encode_row {
    uint32_t distance, halfwords, number;
};

/* What a range says of its index. */
struct encode_shape {
    uint32_t unit_shift, group_shift;
    uint32_t counts; /* in bytes from the start of the index */
};

/*
 * No page of the least size can have more places for entries, of which an entry takes two if its
 * number is wide.
 */
#define ENCODE_PLACES_PER_PAGE_MAX 255
#define ENCODE_PAGE_BYTES_MIN      (1u << FORMAT_PAGE_SHIFT)

/* Whether NUMBER is wide. */
bool encode_is_wide(uint32_t number);

/*
 * Appends COUNT entries and their index. A page of the least size has ENCODE_PLACES_PER_PAGE_MAX
 * places at most.
 */
struct encode_shape encode_pages(const struct encode_entry *entry, size_t count,
                                 struct buffer *entries, struct buffer *index);

/* The same; what FORMAT_HOW_CODE leaves to the code has no number. */
struct encode_shape encode_blocks(const struct encode_entry *entry, size_t count,
                                  struct buffer *entries, struct buffer *index);

/*
 * Appends the record of an entry, whose first fields are NUMBER and HOW, with COUNT rows: they take
 * no more than FORMAT_ROWS_PER_ENTRY_MAX.
 */
void encode_record(struct buffer *out, uint32_t number, uint32_t how, const struct encode_row *row,
                   size_t count);

#endif
