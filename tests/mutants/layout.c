/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "diag.h"

/* ---- reading ---------------------------------------------------------------------------------- */

static uint32_t take_uleb128(const uint8_t **at)
{
    uint32_t value = 0;

    for (uint32_t shift = 0;; shift += 7) {
        uint32_t byte = *(*at)++;
        value |= (byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
}

static uint32_t take_u16(const uint8_t **at)
{
    *at += 2;
    return bytes_u16(*at - 2);
}

/* The record at AT; its number is the entry's. */
static void take_record(struct layout *layout, struct layout_entry *entry, const uint8_t *at)
{
    entry->without = *at++;
    entry->number = take_u16(&at);
    entry->rows_count = *at++;
    for (size_t i = 0; i < entry->rows_count; i++) {
        struct layout_row row = {.distance = take_uleb128(&at)};
        row.length = take_uleb128(&at);
        row.number = *at++;
        if (row.number == FORMAT_ROW_WIDE)
            row.number = take_u16(&at);
        array_push(layout->row, layout->rows_count, layout->rows_capacity, row);
    }
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

/* The entry at *AT of a range whose rows are at ROWS. */
static void take_entry(struct layout *layout, struct layout_entry *entry, uint32_t how,
                       const uint8_t **at, const uint8_t *rows)
{
    uint32_t first = *(*at)++;

    entry->length = take_length(first, at);
    if (first >= FORMAT_ENTRY_WIDE)
        entry->number = take_u16(at);
    else
        entry->number = how & FORMAT_HOW_CODE ? FORMAT_RULE_CODE : *(*at)++;
    if (entry->number & FORMAT_ENTRY_HAS_ROWS)
        take_record(layout, entry, rows + (entry->number - FORMAT_ENTRY_HAS_ROWS));
}

static void take_range(struct layout *layout, struct parts *parts, const uint8_t *record)
{
    const struct buffer *rows = parts_find(parts, FORMAT_SECTION_ROWS);
    const uint8_t *at =
        parts_find(parts, FORMAT_SECTION_ENTRIES)->bytes + bytes_u32(record + FORMAT_RANGE_ENTRIES);
    struct layout_range range = {.start = bytes_u32(record + FORMAT_RANGE_START),
                                 .size_bytes = bytes_u32(record + FORMAT_RANGE_SIZE),
                                 .how = record[FORMAT_RANGE_HOW],
                                 .index = bytes_u32(record + FORMAT_RANGE_INDEX),
                                 .block_shift = record[FORMAT_RANGE_BLOCK_SHIFT],
                                 .first = layout->entries_count};
    uint32_t address = range.start;

    while (address < range.start + range.size_bytes) {
        struct layout_entry entry = {.address = address, .rows_first = layout->rows_count};
        take_entry(layout, &entry, range.how, &at,
                   rows ? rows->bytes + bytes_u32(record + FORMAT_RANGE_ROWS) : NULL);
        address += 2 * entry.length;
        entry.is_last = address >= range.start + range.size_bytes;
        array_push(layout->entry, layout->entries_count, layout->entries_capacity, entry);
    }
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
}

/* ---- writing ---------------------------------------------------------------------------------- */

static void put_uleb128(struct buffer *out, uint32_t value)
{
    for (; value >= 0x80; value >>= 7)
        buffer_u8(out, (value & 0x7f) | 0x80);
    buffer_u8(out, value);
}

static void put_record(const struct layout *layout, const struct layout_entry *entry,
                       struct buffer *out)
{
    buffer_u8(out, entry->without);
    buffer_u16(out, entry->number);
    buffer_u8(out, (uint32_t)entry->rows_count);
    for (size_t i = 0; i < entry->rows_count; i++) {
        const struct layout_row *row = &layout->row[entry->rows_first + i];
        put_uleb128(out, row->distance);
        put_uleb128(out, row->length);
        buffer_u8(out, row->number < FORMAT_ROW_WIDE ? row->number : (uint32_t)FORMAT_ROW_WIDE);
        if (row->number >= FORMAT_ROW_WIDE)
            buffer_u16(out, row->number);
    }
}

/* The length of an entry whose number has two bytes. */
static void put_wide_length(uint32_t length, struct buffer *out)
{
    if (length > FORMAT_WIDE_MAX) {
        buffer_u8(out, FORMAT_ENTRY_LONGEST);
        buffer_u16(out, length);
    } else {
        buffer_u8(out, FORMAT_ENTRY_WIDE | length >> 8);
        buffer_u8(out, length & 0xff);
    }
}

/* NUMBER: the entry's, or where its record is. */
static void put_entry(uint32_t length, uint32_t number, uint32_t how, struct buffer *out)
{
    bool by_code = how & FORMAT_HOW_CODE;
    bool narrow = by_code ? number == FORMAT_RULE_CODE : number <= 0xff;

    if (!narrow || length > FORMAT_LONG_MAX) {
        put_wide_length(length, out);
        buffer_u16(out, number);
        return;
    }
    if (length >= FORMAT_ENTRY_LONG)
        buffer_u8(out, FORMAT_ENTRY_LONG | length >> 8);
    buffer_u8(out, length & 0xff);
    if (!by_code)
        buffer_u8(out, number);
}

struct outputs {
    struct buffer ranges, index, entries, rows;
};

/* What the index has of the blocks of RANGE whose first address ENTRY has: in two parts. */
static void put_index(const struct layout_range *range, const struct layout_entry *entry,
                      uint32_t at, struct buffer *offsets, struct buffer *before)
{
    uint32_t from = entry->address - range->start;
    uint32_t end = from + 2 * entry->length;
    uint32_t mask = (1u << range->block_shift) - 1;

    for (uint32_t block = (from + mask) & ~mask; block < end; block += mask + 1) {
        uint32_t halfwords = (block - from) / 2;
        buffer_u16(offsets, at);
        buffer_u8(before, halfwords < FORMAT_BEFORE_MORE ? halfwords : FORMAT_BEFORE_MORE);
    }
}

static void put_range(const struct layout *layout, const struct layout_range *range,
                      struct outputs *out)
{
    uint32_t entries = (uint32_t)out->entries.size;
    uint32_t rows = (uint32_t)out->rows.size;
    struct buffer before = {0};

    buffer_u32(&out->ranges, range->start);
    buffer_u32(&out->ranges, range->size_bytes);
    buffer_u32(&out->ranges, (uint32_t)out->index.size);
    buffer_u32(&out->ranges, entries);
    buffer_u32(&out->ranges, rows);
    buffer_u8(&out->ranges, range->block_shift);
    buffer_u8(&out->ranges, range->how);
    buffer_u16(&out->ranges, 0);
    for (size_t i = range->first; i < range->first + range->count; i++) {
        const struct layout_entry *entry = &layout->entry[i];
        bool has_record = entry->without || entry->rows_count;
        uint32_t number =
            has_record ? FORMAT_ENTRY_HAS_ROWS | ((uint32_t)out->rows.size - rows) : entry->number;
        put_index(range, entry, (uint32_t)out->entries.size - entries, &out->index, &before);
        put_entry(entry->length, number, range->how, &out->entries);
        if (has_record)
            put_record(layout, entry, &out->rows);
    }
    buffer_put(&out->index, before.bytes, before.size);
    buffer_align(&out->index, 2);
    free(before.bytes);
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
    for (int i = 0; i < FORMAT_END_BYTES; i++)
        buffer_u8(&out.entries, 0xff);
    put_part(parts, FORMAT_SECTION_RANGES, &out.ranges);
    put_part(parts, FORMAT_SECTION_INDEX, &out.index);
    put_part(parts, FORMAT_SECTION_ENTRIES, &out.entries);
    put_part(parts, FORMAT_SECTION_ROWS, &out.rows);
}
