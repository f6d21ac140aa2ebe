/* SPDX-License-Identifier: MIT */
/* Writes and reads the variant `two-level-lengths` (dictionary_variants.h). */
#include "core/format/bytes.h"
#include "formats/cfi_dictionary/dictionary_variants.h"
#include "util/diag.h"

enum { RECORD_BYTES = 4, RECORD_LENGTH = 2, RECORD_RULE = 3 };

/* ---- writing --------------------------------------------------------------------------------- */

struct lengths {
    struct format_parts *out;
    uint32_t block; /* start of the last block */
    uint32_t count; /* of records */
};

static void begin_block(struct lengths *lengths, uint32_t start)
{
    buffer_u32(&lengths->out->part[CFI_BLOCKS], start - lengths->out->base);
    buffer_u32(&lengths->out->part[CFI_BLOCKS], lengths->count);
    lengths->block = start;
}

static void put_run(struct lengths *lengths, const struct cfi_run *run)
{
    struct buffer *records = &lengths->out->part[CFI_RECORDS];

    for (uint32_t at = run->start; at < run->end; lengths->count++) {
        uint32_t units = (run->end - at) / CFI_UNIT_BYTES;
        if (lengths->count == 0 || (at - lengths->block) / CFI_UNIT_BYTES > CFI_OFFSET_MAX)
            begin_block(lengths, at);
        units = units > CFI_LENGTH_MAX ? CFI_LENGTH_MAX : units;
        buffer_u16(records, (at - lengths->block) / CFI_UNIT_BYTES);
        buffer_u8(records, units);
        buffer_u8(records,
                  cfi_write_rule(&lengths->out->part[CFI_WIDE], lengths->count, run->rule));
        at += units * CFI_UNIT_BYTES;
    }
}

int cfi_encode_lengths(const struct format *format, const struct reference *reference,
                       struct format_parts *out)
{
    struct lengths lengths = {.out = out};
    struct cfi_runs runs;
    int status = cfi_begin(&runs, reference, format->name, out);

    if (status != STATUS_GOOD)
        return status;
    for (size_t i = 0; i < runs.count; i++)
        put_run(&lengths, &runs.run[i]);
    begin_block(&lengths, runs.count ? runs.run[runs.count - 1].end : out->base);
    cfi_write_dictionary(&runs, &out->part[CFI_DICTIONARY]);
    cfi_share_parts(out);
    cfi_runs_free(&runs);
    return STATUS_GOOD;
}

/* ---- reading --------------------------------------------------------------------------------- */

/*
 * Counts the rows of BYTES whose first number is at most KEY. A row has SIZE bytes; its first
 * number is a u32, or a u16 if SIZE is RECORD_BYTES.
 */
static uint32_t count_rows(const uint8_t *bytes, uint32_t count, uint32_t size, uint32_t key)
{
    uint32_t low = 0;

    while (low < count) {
        uint32_t middle = low + (count - low) / 2;
        const uint8_t *row = bytes + size * middle;
        if ((size == RECORD_BYTES ? bytes_u16(row) : bytes_u32(row)) <= key)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

static enum bobbin_stop read_lengths(const struct foreign_table *table,
                                     const struct foreign_question *question,
                                     struct bobbin_rule *rule)
{
    const struct foreign_part *blocks = &table->part[CFI_BLOCKS];
    const struct foreign_part *records = &table->part[CFI_RECORDS];
    uint32_t rows = blocks->size_bytes / CFI_BLOCK_BYTES;
    uint32_t block, first, end, unit, number;
    const uint8_t *record;

    if (!rows)
        return BOBBIN_STOP_CORRUPT;
    block = count_rows(blocks->bytes, rows - 1, CFI_BLOCK_BYTES, question->address);
    if (!block)
        return BOBBIN_STOP_NO_RULE;
    record = blocks->bytes + CFI_BLOCK_BYTES * (block - 1);
    unit = (question->address - bytes_u32(record)) / CFI_UNIT_BYTES;
    first = bytes_u32(record + CFI_BLOCK_FIRST);
    end = bytes_u32(record + CFI_BLOCK_BYTES + CFI_BLOCK_FIRST);
    if (first > end || end > records->size_bytes / RECORD_BYTES)
        return BOBBIN_STOP_CORRUPT;
    number = count_rows(records->bytes + RECORD_BYTES * first, end - first, RECORD_BYTES, unit);
    if (!number)
        return BOBBIN_STOP_CORRUPT;
    number += first - 1;
    record = records->bytes + RECORD_BYTES * number;
    if (unit - bytes_u16(record) >= record[RECORD_LENGTH])
        return BOBBIN_STOP_NO_RULE;
    return cfi_read_rule(table, record[RECORD_RULE], number, rule);
}

const struct bobbin_foreign cfi_two_level_lengths = {CFI_TWO_LEVEL_LENGTHS, FOREIGN_ALL_PLACES,
                                                     read_lengths, foreign_step, foreign_rule_at};
