/* SPDX-License-Identifier: MIT */
/* Writes and reads the variant `deltas` (dictionary_variants.h). */
#include "formats/cfi_dictionary/dictionary_deltas.h"

#include <stdlib.h>

#include "util/diag.h"
#include "util/memory.h"

enum {
    BLOCK_RECORDS = 16,
    RECORD_BYTES = 2,
    BLOCK_BYTES = BLOCK_RECORDS * RECORD_BYTES,
    START_BYTES_MIN = 3,
    START_BYTES_MAX = 4,
};

/* ---- writing --------------------------------------------------------------------------------- */

struct deltas {
    struct format_parts *out;
    uint32_t *starts; /* of the blocks, in units */
    size_t starts_count, starts_capacity;
    uint32_t count; /* of records */
    uint32_t end;   /* of the last record, in units */
};

static bool is_open(const struct deltas *deltas)
{
    return deltas->count % BLOCK_RECORDS != 0;
}

static void put(struct deltas *deltas, uint32_t units, uint32_t byte)
{
    if (!is_open(deltas))
        array_push(deltas->starts, deltas->starts_count, deltas->starts_capacity, deltas->end);
    buffer_u8(&deltas->out->part[CFI_RECORDS], units);
    buffer_u8(&deltas->out->part[CFI_RECORDS], byte);
    deltas->count++;
    deltas->end += units;
}

/*
 * Writes that the code from the end of the last record to START has no rule. If one record cannot
 * express this, a new block begins at START.
 */
static void skip_to(struct deltas *deltas, uint32_t start)
{
    uint32_t units = start - deltas->end;

    if (units && units <= CFI_LENGTH_MAX && is_open(deltas))
        put(deltas, units, CFI_RULE_NONE);
    while (deltas->end != start && is_open(deltas))
        put(deltas, 0, CFI_RULE_NONE);
    deltas->end = start;
}

static void put_run(struct deltas *deltas, const struct cfi_run *run, const struct cfi_codes *codes)
{
    uint32_t left = (run->end - run->start) / CFI_UNIT_BYTES;

    skip_to(deltas, (run->start - deltas->out->base) / CFI_UNIT_BYTES);
    while (left) {
        uint32_t units = left > CFI_LENGTH_MAX ? CFI_LENGTH_MAX : left;
        uint32_t byte = codes->byte[run->rule];
        if (byte == CFI_RULE_WIDE)
            cfi_write_wide(&deltas->out->part[CFI_WIDE], deltas->count, codes->number[run->rule]);
        put(deltas, units, byte);
        left -= units;
    }
}

static void put_starts(const struct deltas *deltas)
{
    size_t last = deltas->starts_count;
    size_t size = last && deltas->starts[last - 1] >> 24 ? START_BYTES_MAX : START_BYTES_MIN;

    for (size_t i = 0; i < deltas->starts_count; i++) {
        const uint32_t start = deltas->starts[i];
        const uint8_t bytes[] = {(uint8_t)start, (uint8_t)(start >> 8), (uint8_t)(start >> 16),
                                 (uint8_t)(start >> 24)};
        buffer_put(&deltas->out->part[CFI_BLOCKS], bytes, size);
    }
}

void cfi_write_deltas(const struct cfi_runs *runs, const struct cfi_codes *codes,
                      struct format_parts *out)
{
    struct deltas deltas = {.out = out};

    for (size_t i = 0; i < runs->count; i++)
        put_run(&deltas, &runs->run[i], codes);
    while (is_open(&deltas))
        put(&deltas, 0, CFI_RULE_NONE);
    put_starts(&deltas);
    free(deltas.starts);
}

int cfi_encode_codes(const struct format *format, const struct reference *reference,
                     struct format_parts *out,
                     void (*write)(const struct cfi_runs *runs, struct cfi_codes *codes,
                                   struct format_parts *out))
{
    struct cfi_codes codes;
    struct cfi_runs runs;
    int status = cfi_begin(&runs, reference, format->name, out);

    if (status != STATUS_GOOD)
        return status;
    codes.byte = must_realloc(NULL, runs.rules_count + 1, sizeof(*codes.byte));
    codes.number = must_realloc(NULL, runs.rules_count + 1, sizeof(*codes.number));
    write(&runs, &codes, out);
    cfi_share_parts(out);
    free(codes.byte);
    free(codes.number);
    cfi_runs_free(&runs);
    return STATUS_GOOD;
}

static void write_deltas(const struct cfi_runs *runs, struct cfi_codes *codes,
                         struct format_parts *out)
{
    for (uint32_t i = 0; i < runs->rules_count; i++) {
        codes->byte[i] = i < CFI_NARROW_RULES ? (uint8_t)i : CFI_RULE_WIDE;
        codes->number[i] = i;
    }
    cfi_write_deltas(runs, codes, out);
    cfi_write_dictionary(runs, &out->part[CFI_DICTIONARY]);
}

int cfi_encode_deltas(const struct format *format, const struct reference *reference,
                      struct format_parts *out)
{
    return cfi_encode_codes(format, reference, out, write_deltas);
}

/* ---- reading --------------------------------------------------------------------------------- */

static uint32_t start_of(const struct foreign_part *blocks, uint32_t size, uint32_t number)
{
    const uint8_t *at = blocks->bytes + size * number;
    uint32_t start = bytes_u16(at) | (uint32_t)at[2] << 16;

    return size == START_BYTES_MAX ? start | (uint32_t)at[3] << 24 : start;
}

enum bobbin_stop cfi_find_delta(const struct foreign_table *table, uint32_t address, uint32_t *byte,
                                uint32_t *number)
{
    const struct foreign_part *blocks = &table->part[CFI_BLOCKS];
    const struct foreign_part *records = &table->part[CFI_RECORDS];
    uint32_t count = records->size_bytes / BLOCK_BYTES;
    uint32_t size = count ? blocks->size_bytes / count : 0;
    uint32_t unit = address / CFI_UNIT_BYTES;
    uint32_t low = 0;

    if (size < START_BYTES_MIN || size > START_BYTES_MAX)
        return BOBBIN_STOP_CORRUPT;
    for (uint32_t high = count; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        if (start_of(blocks, size, middle) <= unit)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return BOBBIN_STOP_NO_RULE;
    unit -= start_of(blocks, size, low - 1);
    for (uint32_t i = BLOCK_RECORDS * (low - 1); i < BLOCK_RECORDS * low; i++) {
        const uint8_t *record = records->bytes + RECORD_BYTES * i;
        if (unit < record[0]) {
            *byte = record[1];
            *number = i;
            return BOBBIN_STOP_NONE;
        }
        unit -= record[0];
    }
    return BOBBIN_STOP_NO_RULE;
}

static enum bobbin_stop read_deltas(const struct foreign_table *table,
                                    const struct foreign_question *question,
                                    struct bobbin_rule *rule)
{
    uint32_t byte, number;
    enum bobbin_stop stop = cfi_find_delta(table, question->address, &byte, &number);

    return stop == BOBBIN_STOP_NONE ? cfi_read_rule(table, byte, number, rule) : stop;
}

const struct bobbin_foreign cfi_deltas = {CFI_DELTAS, FOREIGN_ALL_PLACES, read_deltas, foreign_step,
                                          foreign_rule_at};
