/* SPDX-License-Identifier: MIT */
/* Writes and reads the variant `naive` (chrome2_naive.h). */
#include "formats/chrome2/chrome2_naive.h"

#include <stdlib.h>
#include <string.h>

#include "core/foreign/chrome2.h"
#include "core/format/bytes.h"

enum { COUNT_BYTES = 4, FUNCTION_BYTES = 8, ADDRESS_BYTES = 4 };

/* ---- writing --------------------------------------------------------------------------------- */

/*
 * Appends a row for the sequence ITEM. If ITEM ends with all of BEFORE, the row leaves out this
 * end.
 */
static void put_row(struct buffer *out, uint32_t address, const struct byte_pool *sequences,
                    const struct byte_pool_item *item, const struct byte_pool_item *before)
{
    const uint8_t *bytes = sequences->bytes.bytes + item->offset;
    size_t size = item->size;

    if (before && before->size < size &&
        memcmp(bytes + size - before->size, sequences->bytes.bytes + before->offset,
               before->size) == 0)
        size -= before->size;
    buffer_u32(out, address);
    buffer_uleb128(out, (uint32_t)size);
    buffer_put(out, bytes, size);
}

static void put_rows(struct buffer *out, const struct chrome2_function *function,
                     const struct byte_pool *sequences)
{
    const struct byte_pool_item *before = NULL;

    for (size_t i = 0; i < function->states_count; i++) {
        const struct byte_pool_item *item = &sequences->item[function->states[i].sequence];
        put_row(out, function->address + function->states[i].offset, sequences, item, before);
        before = item;
    }
}

uint32_t chrome2_naive_write(struct buffer *out, const struct chrome2_function *functions,
                             size_t count, const struct byte_pool *sequences)
{
    uint32_t address_bytes = COUNT_BYTES + FUNCTION_BYTES * (uint32_t)count;
    struct buffer rows = {0};

    buffer_u32(out, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        buffer_u32(out, functions[i].address);
        buffer_u32(out, address_bytes + (uint32_t)rows.size);
        put_rows(&rows, &functions[i], sequences);
    }
    buffer_put(out, rows.bytes, rows.size);
    free(rows.bytes);
    return address_bytes;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Finds the rows of the function that contains ADDRESS: the bytes from *AT to *END - 1 of PART. */
static enum bobbin_stop find_rows(const struct foreign_part *part, uint32_t address, uint32_t *at,
                                  uint32_t *end)
{
    uint32_t count, low = 0, high;

    if (part->size_bytes < COUNT_BYTES)
        return BOBBIN_STOP_CORRUPT;
    count = high = bytes_u32(part->bytes);
    if (count > (part->size_bytes - COUNT_BYTES) / FUNCTION_BYTES)
        return BOBBIN_STOP_CORRUPT;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bytes_u32(part->bytes + COUNT_BYTES + FUNCTION_BYTES * middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return BOBBIN_STOP_NO_RULE;
    *at = bytes_u32(part->bytes + COUNT_BYTES + FUNCTION_BYTES * low - 4);
    *end = low == count ? part->size_bytes
                        : bytes_u32(part->bytes + COUNT_BYTES + FUNCTION_BYTES * low + 4);
    return *at <= *end && *end <= part->size_bytes ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
}

/* Inserts BYTES at the start of OUT. */
static void prepend(struct buffer *out, const uint8_t *bytes, uint32_t size)
{
    buffer_put(out, bytes, size);
    memmove(out->bytes + size, out->bytes, out->size - size);
    memcpy(out->bytes, bytes, size);
}

/*
 * Joins the instructions of all rows, from AT to END - 1, that hold at ADDRESS; those of the last
 * row come first. Returns false if the bytes are not valid rows.
 */
static bool gather(struct buffer *out, const struct foreign_part *part, uint32_t at, uint32_t end,
                   uint32_t address)
{
    uint32_t size;

    while (at < end) {
        const uint8_t *row = part->bytes + at;
        if (end - at < ADDRESS_BYTES)
            return false;
        if (bytes_u32(row) > address)
            break;
        at += ADDRESS_BYTES;
        if (!chrome2_uleb128(part->bytes, end, &at, &size) || size > end - at)
            return false;
        prepend(out, part->bytes + at, size);
        at += size;
    }
    return true;
}

static enum bobbin_stop read(const struct foreign_table *table,
                             const struct foreign_question *question, struct bobbin_rule *rule)
{
    struct buffer code = {0};
    uint32_t at = 0, end = 0;
    enum bobbin_stop reason = find_rows(&table->part[0], question->address, &at, &end);

    if (reason != BOBBIN_STOP_NONE)
        return reason;
    reason = BOBBIN_STOP_CORRUPT;
    if (gather(&code, &table->part[0], at, end, question->address)) {
        struct chrome2_code all = {code.bytes, (uint32_t)code.size, 0};
        reason = chrome2_execute(&all, rule);
    }
    free(code.bytes);
    return reason;
}

const struct bobbin_foreign chrome2_naive_reader = {CHROME2_NAIVE_NUMBER, CHROME2_PLACES, read,
                                                    foreign_step, foreign_rule_at};
