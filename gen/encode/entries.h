/* SPDX-License-Identifier: MIT */
/*
 * Writes ENTRIES of a range, and the INDEX that leads to them (core/format/table_format.h). Tables
 * without FORMAT_HOW_CODE have pages. Tables with it have blocks, and records with rows.
 */
#ifndef GEN_ENCODE_ENTRIES_H
#define GEN_ENCODE_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/format/table_format.h"
#include "util/buffer.h"

/* Entries are contiguous, and the first one starts at offset 0 of the range. */
struct encode_entry {
    uint32_t start, end; /* in bytes from the start of the range */
    /*
     * Number of the rule. In blocks it can also be FORMAT_RULE_CODE, or FORMAT_ENTRY_HAS_ROWS with
     * the offset of the entry's record.
     */
    uint32_t number;
};

/*
 * A row of a record, in halfwords. Distance counts from the end of the row before, or from the
 * start of the entry.
 */
struct encode_row {
    uint32_t distance, halfwords, number;
};

/* The fields of a range record that describe its index. */
struct encode_shape {
    uint32_t unit_shift, group_shift;
    uint32_t counts; /* offset from the start of the index, in bytes */
};

/*
 * Maximum number of bytes for rule numbers in a page of ENCODE_PAGE_BYTES_MIN bytes. An entry with
 * a wide number takes two.
 */
#define ENCODE_NUMBER_BYTES_PER_PAGE_MAX 255
#define ENCODE_PAGE_BYTES_MIN            (1u << FORMAT_PAGE_SHIFT)

/* Whether NUMBER is wide, so that it does not fit in one byte. */
bool encode_is_wide(uint32_t number);

/*
 * Appends COUNT entries and their index as pages. The caller must ensure that no page of
 * ENCODE_PAGE_BYTES_MIN bytes has more than ENCODE_NUMBER_BYTES_PER_PAGE_MAX
 * number bytes.
 */
struct encode_shape encode_pages(const struct encode_entry *entry, size_t count,
                                 struct buffer *entries, struct buffer *index);

/*
 * Appends COUNT entries and their index as blocks. An entry with FORMAT_RULE_CODE takes no bytes
 * for a number.
 */
struct encode_shape encode_blocks(const struct encode_entry *entry, size_t count,
                                  struct buffer *entries, struct buffer *index);

/*
 * Appends the record of an entry: NUMBER, HOW, and COUNT rows. Split at their maximum length, the
 * rows must not exceed FORMAT_ROWS_PER_ENTRY_MAX.
 */
void encode_record(struct buffer *out, uint32_t number, uint32_t how, const struct encode_row *row,
                   size_t count);

#endif
