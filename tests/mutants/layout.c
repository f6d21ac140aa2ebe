/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "encode/entries.h"
#include "util/memory.h"

/* ---- sizes ----------------------------------------------------------------------------------- */

const struct layout_range *layout_range_of(const struct layout *layout,
                                           const struct layout_entry *entry)
{
    size_t number = (size_t)(entry - layout->entry);
    const struct layout_range *range = layout->range;

    while (number - range->first >= range->count)
        range++;
    return range;
}

bool layout_is_paged(const struct layout_range *range)
{
    return !(range->how & FORMAT_HOW_CODE);
}

uint32_t layout_pages(const struct layout_range *range)
{
    return ((range->size_bytes - 1) >> range->unit_shift >> FORMAT_PAGE_SHIFT) + 1;
}

uint32_t layout_words(const struct layout_range *range)
{
    uint32_t pages = layout_pages(range);

    return layout_is_paged(range) ? ((pages - 1) >> range->group_shift) + 1 : pages;
}

/* ---- reading --------------------------------------------------------------------------------- */

static uint32_t take_u16(const uint8_t **at)
{
    *at += 2;
    return bytes_u16(*at - 2);
}

static uint32_t take_halfwords(const uint8_t **at)
{
    uint32_t count = *(*at)++;

    return count < FORMAT_ROW_LONG ? count : (count - FORMAT_ROW_LONG) << 8 | *(*at)++;
}

/* Whether NEXT continues ROW: a row that is too long for one is split. */
static bool goes_on(const struct encode_row *row, const struct encode_row *next)
{
    return row->halfwords % FORMAT_ROW_HALFWORDS_MAX == 0 && !next->distance &&
           row->number == next->number;
}

/* Reads COUNT rows at AT for ENTRY. Joins split rows into one. */
static void take_rows(struct layout *layout, struct layout_entry *entry, const uint8_t *at,
                      uint32_t count)
{
    uint32_t skipped = 0;

    for (; count; count--) {
        struct encode_row row = {.distance = skipped + take_halfwords(&at)};
        row.halfwords = take_halfwords(&at);
        row.number = *at++;
        if (row.number == FORMAT_ROW_WIDE)
            row.number = take_u16(&at);
        skipped = row.halfwords ? 0 : row.distance;
        if (entry->rows_count && goes_on(&layout->row[layout->rows_count - 1], &row)) {
            layout->row[layout->rows_count - 1].halfwords += row.halfwords;
        } else if (row.halfwords) {
            array_push(layout->row, layout->rows_count, layout->rows_capacity, row);
            entry->rows_count++;
        }
    }
}

/* Reads the record at AT into ENTRY: its rule number, how code is read, and its rows. */
static void take_record(struct layout *layout, struct layout_entry *entry, const uint8_t *at)
{
    entry->number = bytes_u16(at);
    entry->without = at[FORMAT_RECORD_HOW];
    take_rows(layout, entry, at + FORMAT_RECORD_BYTES, at[FORMAT_RECORD_ROWS]);
}

static uint32_t take_length(uint32_t first, const uint8_t **at)
{
    if (first < FORMAT_ENTRY_LONG)
        return first;
    if (first < FORMAT_ENTRY_WIDE)
        return (first & 15) << 8 | *(*at)++;
    if (first < FORMAT_ENTRY_LONGEST)
        return (first & 7) << 8 | *(*at)++;
    return take_u16(at);
}

/* A range to read, with its parts. */
struct source {
    const struct layout_range *range;
    const uint8_t *index, *entries, *rows;
    uint32_t entries_offset; /* offset in ENTRIES */
};

static void take_blocks(struct layout *layout, const struct source *source)
{
    const struct layout_range *range = source->range;
    const uint8_t *at = source->entries;
    uint32_t address = range->start;

    while (address < range->start + range->size_bytes) {
        struct layout_entry entry = {.address = address,
                                     .number = FORMAT_RULE_CODE,
                                     .at =
                                         (uint32_t)(at - source->entries) + source->entries_offset,
                                     .is_wide = *at >= FORMAT_ENTRY_WIDE,
                                     .rows_first = layout->rows_count};
        uint32_t first = *at++;
        entry.length = take_length(first, &at);
        if (entry.is_wide)
            entry.number = take_u16(&at);
        if (entry.number & FORMAT_ENTRY_HAS_ROWS)
            take_record(layout, &entry, source->rows + entry.number - FORMAT_ENTRY_HAS_ROWS);
        address += 2 * entry.length;
        array_push(layout->entry, layout->entries_count, layout->entries_capacity, entry);
    }
}

/* Reads the entries that start in PAGE: COUNT places from AT on. A wide entry has two places. */
static void take_page(struct layout *layout, const struct source *source, uint32_t page,
                      const uint8_t *at, uint32_t count)
{
    const struct layout_range *range = source->range;
    const uint8_t *end = at + 2 * count;

    while (at < end) {
        struct layout_entry entry = {
            .address = range->start + ((page << FORMAT_PAGE_SHIFT | *at) << range->unit_shift),
            .number = at[1],
            .at = (uint32_t)(at - source->entries) + source->entries_offset,
            .is_wide = at + 2 < end && at[0] == at[2],
            .rows_first = layout->rows_count};
        if (entry.is_wide)
            entry.number |= (at[3] - (uint32_t)FORMAT_NUMBER_WIDE) << 8;
        at += entry.is_wide ? 4 : 2;
        array_push(layout->entry, layout->entries_count, layout->entries_capacity, entry);
    }
}

static void take_pages(struct layout *layout, const struct source *source)
{
    const struct layout_range *range = source->range;
    uint32_t pages = layout_pages(range);
    const uint8_t *counts = source->index + 2 * layout_words(range);
    const uint8_t *at = source->entries;

    for (uint32_t page = 0; page < pages; page++) {
        uint32_t count = (counts[page + 1] - counts[page]) & 0xff;
        take_page(layout, source, page, at, count);
        at += 2 * count;
    }
}

/*
 * Sets the lengths. An entry ends where the next one starts; an odd last byte of a range counts as
 * a halfword.
 */
static void end_entries(struct layout *layout, const struct layout_range *range)
{
    uint32_t end = range->start + range->size_bytes;

    for (size_t i = layout->entries_count; i-- > range->first;) {
        struct layout_entry *entry = &layout->entry[i];
        entry->is_last = i + 1 == layout->entries_count;
        entry->length = (end - entry->address + 1) / 2;
        end = entry->address;
    }
}

static void take_range(struct layout *layout, const struct parts *parts, const uint8_t *record)
{
    struct layout_range range = {.start = bytes_u32(record + FORMAT_RANGE_START),
                                 .size_bytes = bytes_u32(record + FORMAT_RANGE_SIZE),
                                 .how = record[FORMAT_RANGE_HOW],
                                 .index = bytes_u32(record + FORMAT_RANGE_GROUPS),
                                 .unit_shift = record[FORMAT_RANGE_UNIT_SHIFT],
                                 .group_shift = record[FORMAT_RANGE_GROUP_SHIFT],
                                 .ahead = record[FORMAT_RANGE_AHEAD],
                                 .first = layout->entries_count};
    uint32_t entries = bytes_u32(record + FORMAT_RANGE_ENTRIES);
    struct source source = {&range, parts->index.bytes + range.index,
                            parts->entries.bytes + entries,
                            parts->rows.bytes + bytes_u32(record + FORMAT_RANGE_ROWS), entries};

    if (layout_is_paged(&range))
        take_pages(layout, &source);
    else
        take_blocks(layout, &source);
    end_entries(layout, &range);
    range.count = layout->entries_count - range.first;
    array_push(layout->range, layout->ranges_count, layout->ranges_capacity, range);
}

void layout_take(struct layout *layout, const struct parts *parts)
{
    memset(layout, 0, sizeof(*layout));
    for (size_t at = 0; at < parts->ranges.size; at += FORMAT_RANGE_BYTES)
        take_range(layout, parts, parts->ranges.bytes + at);
}

void layout_free(struct layout *layout)
{
    free(layout->range);
    free(layout->entry);
    free(layout->row);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The encoded form of ENTRY. ROWS: offset in OUT of the rows of its range. */
static struct encode_entry put_number(const struct layout *layout, const struct layout_range *range,
                                      const struct layout_entry *entry, uint32_t rows,
                                      struct parts *out)
{
    uint32_t start = entry->address - range->start;
    struct encode_entry written = {start, start + 2 * entry->length, entry->number};

    if (entry->is_last)
        written.end = range->size_bytes;
    if (entry->without || entry->rows_count) {
        written.number = FORMAT_ENTRY_HAS_ROWS | ((uint32_t)out->rows.size - rows);
        encode_record(&out->rows, entry->number, entry->without, layout->row + entry->rows_first,
                      entry->rows_count);
    }
    return written;
}

static void put_range(const struct layout *layout, const struct layout_range *range,
                      struct parts *out)
{
    struct encode_entry *entry = must_realloc(NULL, range->count, sizeof(*entry));
    uint32_t rows = (uint32_t)out->rows.size;
    struct encode_shape shape;
    uint32_t index = (uint32_t)out->index.size, entries = (uint32_t)out->entries.size;

    for (size_t i = 0; i < range->count; i++)
        entry[i] = put_number(layout, range, &layout->entry[range->first + i], rows, out);
    shape = (layout_is_paged(range) ? encode_pages : encode_blocks)(entry, range->count,
                                                                    &out->entries, &out->index);
    buffer_u32(&out->ranges, range->start);
    buffer_u32(&out->ranges, layout_is_paged(range) ? range->size_bytes : 0);
    buffer_u32(&out->ranges, index);
    buffer_u32(&out->ranges, index + shape.counts);
    buffer_u32(&out->ranges, entries);
    buffer_u8(&out->ranges, shape.unit_shift);
    buffer_u8(&out->ranges, range->how);
    buffer_u8(&out->ranges, shape.group_shift);
    buffer_u8(&out->ranges, range->ahead);
    buffer_u32(&out->ranges, range->size_bytes);
    buffer_u32(&out->ranges, rows);
    buffer_align(&out->index, 2);
    free(entry);
}

/* Readers of blocks read up to FORMAT_AHEAD_BYTES past an entry, also past the last one. */
static void pad_parts(struct parts *parts, bool has_blocks)
{
    buffer_align(&parts->entries, 2);
    while (has_blocks && parts->index.size < FORMAT_AHEAD_BYTES)
        buffer_u8(&parts->index, 0);
}

void layout_put(const struct layout *layout, struct parts *parts)
{
    parts->ranges.size = 0;
    parts->rows.size = 0;
    parts->entries.size = 0;
    parts->index.size = 0;
    for (size_t i = 0; i < layout->ranges_count; i++)
        put_range(layout, &layout->range[i], parts);
    pad_parts(parts, layout->ranges_count && !layout_is_paged(layout->range));
}
