/* SPDX-License-Identifier: MIT */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "core/format/crc32.h"

static uint32_t align4(uint32_t size)
{
    return (size + 3) & ~3u;
}

/* The offset fields of a range and the parts that they refer to, in the order of the table. */
static const struct {
    uint32_t field;
    size_t part;
} offsets[] = {
    {FORMAT_RANGE_ROWS, offsetof(struct parts, rows)},
    {FORMAT_RANGE_ENTRIES, offsetof(struct parts, entries)},
    {FORMAT_RANGE_GROUPS, offsetof(struct parts, index)},
};
#define OFFSETS (sizeof(offsets) / sizeof(offsets[0]))

static struct buffer *part_of(struct parts *parts, size_t number)
{
    return (struct buffer *)((char *)parts + offsets[number].part);
}

/* Adds ADDEND to FIELD of all ranges. Groups and counts are in the same part and move together. */
static void move(struct buffer *ranges, uint32_t field, uint32_t addend)
{
    if (field == FORMAT_RANGE_GROUPS)
        move(ranges, FORMAT_RANGE_COUNTS, addend);
    for (size_t at = field; at < ranges->size; at += FORMAT_RANGE_BYTES)
        buffer_set_u32(ranges, at, bytes_u32(ranges->bytes + at) + addend);
}

static void put_until(struct buffer *out, const uint8_t *bytes, uint32_t *at, uint32_t end)
{
    buffer_put(out, bytes + *at, end - *at);
    *at = end;
}

/* The first range's offsets give the start of each part. */
void parts_take(struct parts *parts, const uint8_t *bytes)
{
    uint32_t at = 0, end = FORMAT_HEADER_BYTES + align4(bytes[FORMAT_HEADER_BUILD_ID_SIZE]);
    struct buffer *part = &parts->rules;

    memset(parts, 0, sizeof(*parts));
    put_until(&parts->header, bytes, &at, end);
    end += bytes_u16(bytes + FORMAT_HEADER_RANGES) * (uint32_t)FORMAT_RANGE_BYTES;
    put_until(&parts->ranges, bytes, &at, end);
    for (size_t i = 0; i < OFFSETS; i++) {
        end = bytes_u32(parts->ranges.bytes + offsets[i].field);
        put_until(part, bytes, &at, end);
        part = part_of(parts, i);
        move(&parts->ranges, offsets[i].field, 0 - end);
    }
    put_until(part, bytes, &at, bytes_u32(bytes + FORMAT_HEADER_SIZE));
}

void parts_free(struct parts *parts)
{
    free(parts->header.bytes);
    free(parts->ranges.bytes);
    free(parts->rules.bytes);
    free(parts->rows.bytes);
    free(parts->entries.bytes);
    free(parts->index.bytes);
}

uint32_t parts_runs(const struct parts *parts)
{
    return bytes_u16(parts->header.bytes + FORMAT_HEADER_RUNS);
}

uint32_t parts_word_at(const struct parts *parts, uint32_t number)
{
    return align4(2 * parts_runs(parts)) + 4 * number;
}

uint32_t parts_words(const struct parts *parts)
{
    return ((uint32_t)parts->rules.size - parts_word_at(parts, 0)) / 4;
}

uint32_t parts_word(const struct parts *parts, uint32_t number)
{
    return bytes_u32(parts->rules.bytes + parts_word_at(parts, number));
}

static void put(struct buffer *out, const struct buffer *part)
{
    buffer_put(out, part->bytes, part->size);
}

void parts_join(const struct parts *parts, struct buffer *out)
{
    struct buffer ranges = {0};
    uint32_t at = (uint32_t)(parts->header.size + parts->ranges.size + parts->rules.size);

    put(&ranges, &parts->ranges);
    for (size_t i = 0; i < OFFSETS; i++) {
        move(&ranges, offsets[i].field, at);
        at += (uint32_t)part_of((struct parts *)(uintptr_t)parts, i)->size;
    }
    out->size = 0;
    put(out, &parts->header);
    put(out, &ranges);
    put(out, &parts->rules);
    put(out, &parts->rows);
    put(out, &parts->entries);
    put(out, &parts->index);
    buffer_align(out, 4);
    buffer_set_u32(out, FORMAT_HEADER_SIZE, (uint32_t)out->size);
    table_seal(out);
    free(ranges.bytes);
}

void table_seal(struct buffer *out)
{
    uint32_t size_bytes = bytes_u32(out->bytes + FORMAT_HEADER_SIZE);
    uint32_t crc;

    if (size_bytes > out->size || size_bytes < FORMAT_HEADER_BYTES)
        return;
    crc = bobbin_crc32(0, out->bytes, FORMAT_HEADER_CRC);
    crc =
        bobbin_crc32(crc, out->bytes + FORMAT_HEADER_CODE_CRC, size_bytes - FORMAT_HEADER_CODE_CRC);
    buffer_set_u32(out, FORMAT_HEADER_CRC, crc);
}
