/* SPDX-License-Identifier: MIT */
#include "encode/crossings_section.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/crossing_format.h"
#include "rows/crossing_pack.h"
#include "util/memory.h"

enum { ROWS_MAX = 2 * 0xffff };

/* The program of a crossing in the short form. */
struct packed {
    uint32_t word[CROSSING_PACK_MAX];
    uint32_t count;
};

/* A row that is not written yet. The row before it ends where it starts. */
struct crossing_row {
    uint32_t start;
    uint32_t row;
};

struct crossings_writer {
    struct packed *packed; /* one for each crossing */
    struct buffer words;
    struct crossing_row *row;
    size_t rows_count, rows_capacity;
    uint32_t end; /* of the code of the last row */
};

/* ---- programs -------------------------------------------------------------------------------- */

/*
 * The number of a word in WORDS from which on PROGRAM is there up to an END, or UINT32_MAX. A
 * program ends with its only END, so equal words are the same program.
 */
static uint32_t find_program(const struct buffer *words, const uint32_t *program, uint32_t count)
{
    size_t size_bytes = 4 * (size_t)count;

    for (size_t at = 0; at + size_bytes <= words->size; at += 4)
        if (memcmp(words->bytes + at, program, size_bytes) == 0)
            return (uint32_t)(at / 4);
    return UINT32_MAX;
}

static int compare_lengths(const void *a, const void *b)
{
    const struct packed *left = *(const struct packed *const *)a;
    const struct packed *right = *(const struct packed *const *)b;

    if (left->count != right->count)
        return left->count < right->count ? 1 : -1;
    return left < right ? -1 : 1;
}

static void pack(struct crossings_writer *writer, const struct crossings *crossings)
{
    writer->packed = must_realloc(NULL, crossings->count + 1, sizeof(*writer->packed));
    for (size_t i = 0; i < crossings->count; i++) {
        const struct crossing *crossing = &crossings->crossing[i];
        writer->packed[i].count = 0;
        if (crossing->count)
            writer->packed[i].count =
                crossing_pack(crossings->word + crossing->first, crossing->count, crossing->mode,
                              writer->packed[i].word);
    }
}

static void take_program(struct crossing *crossing, const char *reason)
{
    crossing->count = 0;
    crossing->reason = reason;
}

/* Writes the longest programs first: many others are their last words. */
static void write_programs(struct crossings_writer *writer, struct crossings *crossings)
{
    struct packed **order = must_realloc(NULL, crossings->count + 1, sizeof(*order));

    for (size_t i = 0; i < crossings->count; i++)
        order[i] = &writer->packed[i];
    qsort(order, crossings->count, sizeof(*order), compare_lengths);
    for (size_t i = 0; i < crossings->count && order[i]->count; i++) {
        const struct packed *packed = order[i];
        if (find_program(&writer->words, packed->word, packed->count) != UINT32_MAX)
            continue;
        if (writer->words.size / 4 + packed->count > CROSSING_WORDS_MAX) {
            take_program(&crossings->crossing[packed - writer->packed],
                         "the table has no room for more rules of entry code");
            continue;
        }
        for (uint32_t word = 0; word < packed->count; word++)
            buffer_u32(&writer->words, packed->word[word]);
    }
    free(order);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Begins a row at START for the rule ROW, unless the code before START has the same rule. */
static void begin_row(struct crossings_writer *writer, uint32_t start, uint32_t row)
{
    const struct crossing_row next = {start, row};

    if (!writer->rows_count || writer->row[writer->rows_count - 1].row != row)
        array_push(writer->row, writer->rows_count, writer->rows_capacity, next);
}

static void end_rows(struct crossings_writer *writer)
{
    begin_row(writer, writer->end, 0);
}

static void add_row(struct crossings_writer *writer, const struct crossing *crossing,
                    const struct packed *packed)
{
    uint32_t number = find_program(&writer->words, packed->word, packed->count);

    if (crossing->start != writer->end)
        end_rows(writer);
    begin_row(writer, crossing->start, (uint32_t)crossing->mode << CROSSING_MODE_SHIFT | number);
    writer->end = crossing->end;
}

/* ---- the section ----------------------------------------------------------------------------- */

static void put_section(struct buffer *out, const struct crossings_writer *writer)
{
    buffer_put(out, writer->words.bytes, writer->words.size);
    for (size_t i = 0; i < writer->rows_count; i++)
        buffer_u32(out, writer->row[i].start);
    for (size_t i = 0; i < writer->rows_count; i++)
        buffer_u16(out, writer->row[i].row);
    buffer_u16(out, (uint32_t)writer->rows_count / 2);
    buffer_u16(out, (uint32_t)writer->words.size / 4);
}

void crossings_section_write(struct buffer *out, struct crossings *crossings)
{
    struct crossings_writer writer = {0};

    begin_row(&writer, 0, 0);
    pack(&writer, crossings);
    buffer_u32(&writer.words, CROSSING_CHECK | CROSSING_CHECK_NEVER << CROSSING_KIND_SHIFT);
    write_programs(&writer, crossings);
    for (size_t i = 0; i < crossings->count; i++) {
        struct crossing *crossing = &crossings->crossing[i];
        if (crossing->count && writer.rows_count + 4 > ROWS_MAX)
            take_program(crossing, "the table has no room for more entry code");
        if (crossing->count)
            add_row(&writer, crossing, &writer.packed[i]);
    }
    if (writer.rows_count > 1) {
        end_rows(&writer);
        if (writer.rows_count % 2) {
            const struct crossing_row last = writer.row[writer.rows_count - 1];
            array_push(writer.row, writer.rows_count, writer.rows_capacity, last);
        }
        put_section(out, &writer);
    }
    free(writer.packed);
    free(writer.words.bytes);
    free(writer.row);
}
