/* SPDX-License-Identifier: MIT */
/* Writes the record of an entry: its rule, how its code is read, and its explicit rows. */
#include "core/format/table_format.h"
#include "encode/entries.h"

static void put_halfwords(struct buffer *out, uint32_t count)
{
    if (count >= FORMAT_ROW_LONG)
        buffer_u8(out, FORMAT_ROW_LONG | count >> 8);
    buffer_u8(out, count & 0xff);
}

static void put_row(struct buffer *out, uint32_t distance, uint32_t halfwords, uint32_t number)
{
    put_halfwords(out, distance);
    put_halfwords(out, halfwords);
    if (number < FORMAT_ROW_WIDE) {
        buffer_u8(out, number);
    } else {
        buffer_u8(out, FORMAT_ROW_WIDE);
        buffer_u16(out, number);
    }
}

/*
 * Writes ROW as several rows if its distance or length exceeds the maximum of one. Returns how many
 * it wrote.
 */
static uint32_t put_split_row(struct buffer *out, const struct encode_row *row)
{
    const uint32_t max = FORMAT_ROW_HALFWORDS_MAX;
    uint32_t distance = row->distance, halfwords = row->halfwords;
    uint32_t count = 1;

    for (; distance > max; distance -= max, count++)
        put_row(out, max, 0, 0);
    for (; halfwords > max; halfwords -= max, distance = 0, count++)
        put_row(out, distance, max, row->number);
    put_row(out, distance, halfwords, row->number);
    return count;
}

void encode_record(struct buffer *out, uint32_t number, uint32_t how, const struct encode_row *row,
                   size_t count)
{
    size_t record = out->size;
    uint32_t rows = 0;

    buffer_u16(out, number);
    buffer_u8(out, how);
    buffer_u8(out, 0);
    for (size_t i = 0; i < count; i++)
        rows += put_split_row(out, &row[i]);
    out->bytes[record + FORMAT_RECORD_ROWS] = (uint8_t)rows;
    buffer_align(out, FORMAT_RECORD_UNIT);
}
