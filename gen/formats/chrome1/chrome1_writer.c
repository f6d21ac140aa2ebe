/* SPDX-License-Identifier: MIT */
/* Writes the file of Chromium's tables of 2018: index of functions, and their rows. */
#include "formats/chrome1/chrome1_writer.h"

#include <stdlib.h>
#include <string.h>

#include "core/foreign/chrome1.h"
#include "util/byte_pool.h"

/*
 * A return address can lie up to BEHIND_BYTES after the end of its function. A gap of at most
 * GAP_BYTES_MAX (twice as much) is not stored.
 */
enum { BEHIND_BYTES = 2, GAP_BYTES_MAX = 4 };

/*
 * Adds BYTES to RECORDS, unless RECORDS contains them. Returns their offset in units of 2 bytes, or
 * CANT_UNWIND if there is no room.
 */
static uint32_t record_index(struct byte_pool *records, const struct buffer *bytes)
{
    size_t number = byte_pool_find(records, bytes->bytes, bytes->size);

    if (number == POOL_NONE) {
        if (records->bytes.size / 2 >= CHROME1_CANT_UNWIND)
            return CHROME1_CANT_UNWIND;
        number = byte_pool_add(records, bytes->bytes, bytes->size);
    }
    return (uint32_t)(records->item[number].offset / 2);
}

struct columns {
    struct buffer addresses, index;
};

static void put_function(struct columns *columns, uint32_t address, uint32_t index)
{
    buffer_u32(&columns->addresses, address);
    buffer_u16(&columns->index, index);
}

/* Returns why the format cannot express ROW, or CHROME1_DROPS if it can. */
static enum chrome1_drop drop_of_row(const struct chrome1_row *row)
{
    if (row->cfa == 0)
        return CHROME1_NOT_BY_SP;
    if (row->cfa & ~(uint32_t)CHROME1_CFA_MASK)
        return CHROME1_FAR_CFA;
    if (row->ra & ~(uint32_t)(CHROME1_RA_MASK * CHROME1_WORD_BYTES))
        return CHROME1_FAR_RA;
    return CHROME1_DROPS;
}

static enum chrome1_drop drop_of(const struct chrome1_function *function)
{
    if (function->address == 0)
        return CHROME1_AT_ZERO;
    if (function->size_bytes == 0 || function->size_bytes > CHROME1_LENGTH_MAX)
        return CHROME1_LENGTH;
    for (size_t i = 0; i < function->rows_count; i++) {
        enum chrome1_drop drop = drop_of_row(&function->rows[i]);
        if (drop != CHROME1_DROPS)
            return drop;
    }
    return function->rows_count ? CHROME1_DROPS : CHROME1_NO_ROWS;
}

static void put_record(struct buffer *out, const struct chrome1_function *function)
{
    buffer_u16(out, (uint32_t)function->rows_count);
    for (size_t i = 0; i < function->rows_count; i++) {
        const struct chrome1_row *row = &function->rows[i];
        buffer_u16(out, row->offset);
        buffer_u16(out, row->cfa | row->ra / CHROME1_WORD_BYTES);
    }
}

/*
 * Adds FUNCTION unless there is a reason to drop it, and sets *END to its end. Before the call,
 * *END is the end of the last added function, or 0. Returns the reason, or CHROME1_DROPS.
 */
static enum chrome1_drop add_function(const struct chrome1_function *function,
                                      struct byte_pool *records, struct columns *columns,
                                      uint32_t *end)
{
    enum chrome1_drop drop = drop_of(function);
    struct buffer record = {0};
    uint32_t index;

    if (drop != CHROME1_DROPS)
        return drop;
    put_record(&record, function);
    index = record_index(records, &record);
    free(record.bytes);
    if (index == CHROME1_CANT_UNWIND)
        return CHROME1_NO_ROOM;
    if (*end && function->address - *end > GAP_BYTES_MAX)
        put_function(columns, *end + BEHIND_BYTES, CHROME1_CANT_UNWIND);
    put_function(columns, function->address, index);
    *end = function->address + function->size_bytes;
    return drop;
}

static void put_file(struct buffer *out, enum chrome1_count dialect, const struct columns *columns,
                     const struct buffer *data)
{
    uint32_t rows = (uint32_t)(columns->index.size / CHROME1_INDEX_BYTES);

    buffer_u32(out, dialect == CHROME1_COUNT_OF_ROWS ? rows : rows * CHROME1_FUNCTION_BYTES);
    buffer_put(out, columns->addresses.bytes, columns->addresses.size);
    buffer_put(out, columns->index.bytes, columns->index.size);
    buffer_put(out, data->bytes, data->size);
}

uint32_t chrome1_write(const struct chrome1_function *functions, size_t count,
                       enum chrome1_count dialect, struct buffer *out,
                       uint32_t drops[CHROME1_DROPS])
{
    struct byte_pool records = {0};
    struct columns columns = {{0}, {0}};
    uint32_t end = 0;
    uint32_t index_bytes;

    memset(drops, 0, CHROME1_DROPS * sizeof(*drops));
    for (size_t i = 0; i < count; i++) {
        enum chrome1_drop drop = add_function(&functions[i], &records, &columns, &end);
        if (drop != CHROME1_DROPS)
            drops[drop]++;
    }
    if (end)
        put_function(&columns, end + BEHIND_BYTES, CHROME1_CANT_UNWIND);
    put_file(out, dialect, &columns, &records.bytes);
    index_bytes = (uint32_t)(out->size - records.bytes.size);
    free(columns.addresses.bytes);
    free(columns.index.bytes);
    byte_pool_free(&records);
    return index_bytes;
}
