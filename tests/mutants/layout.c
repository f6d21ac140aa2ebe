/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "diag.h"
#include "encode_entries.h"

/* ---- where things are ------------------------------------------------------------------------- */

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

uint32_t layout_map_bytes(const struct layout_range *range)
{
    return range->body_shift ? ((range->size_bytes - 1) >> range->body_shift >> 3) + 1 : 0;
}

uint32_t layout_map_at(const struct layout_range *range)
{
    return 2 * layout_words(range) + layout_pages(range) + 1;
}

/* ---- reading ---------------------------------------------------------------------------------- */

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

/* Whether NEXT only goes on with what ROW has. */
static bool goes_on(const struct encode_row *row, const struct encode_row *next)
{
    return row->halfwords % FORMAT_ROW_HALFWORDS_MAX == 0 && !next->distance &&
           row->number == next->number;
}

/* COUNT rows at AT, of the last entry. What takes several rows is one. */
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

/* The record at AT; its number is the entry's. Where the entry starts is known. */
static void take_record(struct layout *layout, struct layout_entry *entry, const uint8_t *at,
                        bool is_paged)
{
    uint32_t number = bytes_u16(at);

    entry->has_record = true;
    entry->without = is_paged ? number & FORMAT_RECORD_PLAIN : at[FORMAT_RECORD_HOW];
    entry->number = number & ~(uint32_t)FORMAT_RECORD_PLAIN;
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

/* A range that is read: where it stands in the sections. */
struct source {
    const struct layout_range *range;
    const uint8_t *index, *entries, *rows;
    uint32_t entries_offset, rows_offset;
};

/* ENTRY of SOURCE has NUMBER, in the form of blocks. */
static void take_number(struct layout *layout, const struct source *source,
                        struct layout_entry *entry, uint32_t number)
{
    entry->number = number;
    entry->rows_first = layout->rows_count;
    if (!(number & FORMAT_ENTRY_HAS_ROWS))
        return;
    number -= FORMAT_ENTRY_HAS_ROWS;
    entry->record = source->rows_offset + number;
    take_record(layout, entry, source->rows + number, layout_is_paged(source->range));
}

static void take_blocks(struct layout *layout, const struct source *source)
{
    const struct layout_range *range = source->range;
    const uint8_t *at = source->entries;
    uint32_t address = range->start;

    while (address < range->start + range->size_bytes) {
        struct layout_entry entry = {.address = address,
                                     .at =
                                         (uint32_t)(at - source->entries) + source->entries_offset,
                                     .is_wide = *at >= FORMAT_ENTRY_WIDE};
        uint32_t first = *at++;
        entry.length = take_length(first, &at);
        take_number(layout, source, &entry, entry.is_wide ? take_u16(&at) : FORMAT_RULE_CODE);
        address += 2 * entry.length;
        array_push(layout->entry, layout->entries_count, layout->entries_capacity, entry);
    }
}

/* The number of the entry whose first place is at AT, in the form of blocks. */
static uint32_t paged_number(const uint8_t *at, bool is_wide)
{
    uint32_t number;

    if (!is_wide)
        return at[1];
    number = (at[3] - (uint32_t)FORMAT_NUMBER_WIDE) << 8 | at[1];
    if (number < FORMAT_NUMBER_RECORD)
        return number;
    return FORMAT_ENTRY_HAS_ROWS | (number - FORMAT_NUMBER_RECORD) * FORMAT_RECORD_UNIT;
}

/* The entries that start in PAGE, COUNT places from AT on. */
static void take_page(struct layout *layout, const struct source *source, uint32_t page,
                      const uint8_t *at, uint32_t count)
{
    const struct layout_range *range = source->range;
    const uint8_t *end = at + 2 * count;

    while (at < end) {
        struct layout_entry entry = {
            .address = range->start + ((page << FORMAT_PAGE_SHIFT | *at) << range->unit_shift),
            .at = (uint32_t)(at - source->entries) + source->entries_offset,
            .is_wide = at + 2 < end && at[0] == at[2]};
        take_number(layout, source, &entry, paged_number(at, entry.is_wide));
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

/* An entry goes on to the next one; an odd byte at the end of the range is a halfword. */
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

static const uint8_t *bytes_of(struct parts *parts, uint32_t type, uint32_t offset)
{
    const struct buffer *part = parts_find(parts, type);

    return part ? part->bytes + offset : NULL;
}

static void take_range(struct layout *layout, struct parts *parts, const uint8_t *record)
{
    struct layout_range range = {.start = bytes_u32(record + FORMAT_RANGE_START),
                                 .size_bytes = bytes_u32(record + FORMAT_RANGE_SIZE),
                                 .how = record[FORMAT_RANGE_HOW],
                                 .index = bytes_u32(record + FORMAT_RANGE_INDEX),
                                 .unit_shift = record[FORMAT_RANGE_UNIT_SHIFT],
                                 .group_shift = record[FORMAT_RANGE_GROUP_SHIFT],
                                 .body_shift = record[FORMAT_RANGE_BODY_SHIFT],
                                 .first = layout->entries_count,
                                 .map_first = layout->maps.size};
    uint32_t entries = bytes_u32(record + FORMAT_RANGE_ENTRIES);
    uint32_t rows = bytes_u32(record + FORMAT_RANGE_ROWS);
    struct source source = {&range,
                            bytes_of(parts, FORMAT_SECTION_INDEX, range.index),
                            bytes_of(parts, FORMAT_SECTION_ENTRIES, entries),
                            bytes_of(parts, FORMAT_SECTION_ROWS, rows),
                            entries,
                            rows};

    if (layout_is_paged(&range))
        take_pages(layout, &source);
    else
        take_blocks(layout, &source);
    end_entries(layout, &range);
    buffer_put(&layout->maps, source.index + layout_map_at(&range), layout_map_bytes(&range));
    range.count = layout->entries_count - range.first;
    array_push(layout->range, layout->ranges_count, layout->ranges_capacity, range);
}

void layout_take(struct layout *layout, struct parts *parts)
{
    const struct buffer *ranges = parts_find(parts, FORMAT_SECTION_RANGES);

    memset(layout, 0, sizeof(*layout));
    for (size_t at = 0; at < ranges->size; at += FORMAT_RANGE_BYTES)
        take_range(layout, parts, ranges->bytes + at);
}

void layout_free(struct layout *layout)
{
    free(layout->range);
    free(layout->entry);
    free(layout->row);
    free(layout->maps.bytes);
}

/* ---- writing ---------------------------------------------------------------------------------- */

struct outputs {
    struct buffer ranges, index, entries, rows;
};

/* What a range says of ENTRY; ROWS: where its part of ROWS starts. */
static struct encode_entry put_number(const struct layout *layout, const struct layout_range *range,
                                      const struct layout_entry *entry, uint32_t rows,
                                      struct outputs *out)
{
    uint32_t start = entry->address - range->start;
    struct encode_entry written = {start, start + 2 * entry->length, entry->number};

    if (entry->is_last)
        written.end = range->size_bytes;
    if (entry->without || entry->rows_count ||
        (layout_is_paged(range) && entry->number >= FORMAT_NUMBER_RECORD)) {
        uint32_t plain = entry->without & FORMAT_RECORD_PLAIN;
        written.number = FORMAT_ENTRY_HAS_ROWS | ((uint32_t)out->rows.size - rows);
        encode_record(&out->rows, entry->number | plain, entry->without & ~plain,
                      layout->row + entry->rows_first, entry->rows_count);
    }
    return written;
}

/* The records of COUNT entries in pages, in a part from ROWS on, say where those start. */
static void put_starts(const struct encode_entry *entry, size_t count, uint32_t unit_shift,
                       uint8_t *rows)
{
    for (size_t i = 0; i < count; i++)
        if (entry[i].number & FORMAT_ENTRY_HAS_ROWS)
            rows[(entry[i].number - FORMAT_ENTRY_HAS_ROWS) + FORMAT_RECORD_START] =
                (uint8_t)(entry[i].start >> unit_shift >> FORMAT_PAGE_SHIFT);
}

static void put_range(const struct layout *layout, const struct layout_range *range,
                      struct outputs *out)
{
    struct encode_entry *entry = must_realloc(NULL, range->count, sizeof(*entry));
    uint32_t rows = (uint32_t)out->rows.size;
    struct encode_shape shape;

    buffer_u32(&out->ranges, range->start);
    buffer_u32(&out->ranges, range->size_bytes);
    buffer_u32(&out->ranges, (uint32_t)out->index.size);
    buffer_u32(&out->ranges, (uint32_t)out->entries.size);
    buffer_u32(&out->ranges, rows);
    for (size_t i = 0; i < range->count; i++)
        entry[i] = put_number(layout, range, &layout->entry[range->first + i], rows, out);
    shape = (layout_is_paged(range) ? encode_pages : encode_blocks)(entry, range->count,
                                                                    &out->entries, &out->index);
    if (layout_is_paged(range))
        put_starts(entry, range->count, shape.unit_shift, out->rows.bytes + rows);
    buffer_u8(&out->ranges, shape.unit_shift);
    buffer_u8(&out->ranges, range->how);
    buffer_u8(&out->ranges, shape.group_shift);
    buffer_u8(&out->ranges, range->body_shift);
    buffer_put(&out->index, layout->maps.bytes + range->map_first, layout_map_bytes(range));
    buffer_align(&out->index, 2);
    free(entry);
}

static void put_part(struct parts *parts, uint32_t type, struct buffer *bytes)
{
    struct buffer *part = bytes->size ? parts_need(parts, type) : parts_find(parts, type);

    if (part) {
        part->size = 0;
        buffer_put(part, bytes->bytes, bytes->size);
    }
    free(bytes->bytes);
}

void layout_put(const struct layout *layout, struct parts *parts)
{
    struct outputs out = {0};

    for (size_t i = 0; i < layout->ranges_count; i++)
        put_range(layout, &layout->range[i], &out);
    put_part(parts, FORMAT_SECTION_RANGES, &out.ranges);
    put_part(parts, FORMAT_SECTION_INDEX, &out.index);
    put_part(parts, FORMAT_SECTION_ENTRIES, &out.entries);
    put_part(parts, FORMAT_SECTION_ROWS, &out.rows);
}
