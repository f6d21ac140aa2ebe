/* SPDX-License-Identifier: MIT */
#include "encode/crossings_section.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/crossing_format.h"
#include "core/format/table_format.h"
#include "util/memory.h"

enum { ROW_BYTES_MAX = 4, OFFSET_MAX = 0xffff };

/* A row that is not written yet. */
struct crossing_row {
    uint32_t start, end;
    uint32_t number; /* of the first word of its program */
    uint8_t mode;
};

struct crossings_writer {
    struct buffer blocks, words, rows;
    struct crossing_row *row;
    size_t rows_count, rows_capacity;
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
    const struct crossing *left = *(const struct crossing *const *)a;
    const struct crossing *right = *(const struct crossing *const *)b;

    if (left->count != right->count)
        return left->count < right->count ? 1 : -1;
    return left->start < right->start ? -1 : 1;
}

static void take_program(struct crossing *crossing, const char *reason)
{
    crossing->count = 0;
    crossing->reason = reason;
}

/* Writes the longest programs first: many others are their last words. */
static void write_programs(struct crossings_writer *writer, struct crossings *crossings)
{
    struct crossing **order = must_realloc(NULL, crossings->count, sizeof(*order));

    for (size_t i = 0; i < crossings->count; i++)
        order[i] = &crossings->crossing[i];
    qsort(order, crossings->count, sizeof(*order), compare_lengths);
    for (size_t i = 0; i < crossings->count && order[i]->count; i++) {
        const uint32_t *program = crossings->word + order[i]->first;
        if (find_program(&writer->words, program, order[i]->count) != UINT32_MAX)
            continue;
        if (writer->words.size / 4 + order[i]->count > CROSSING_WORDS_MAX) {
            take_program(order[i], "the table has no room for more rules of entry code");
            continue;
        }
        for (uint32_t word = 0; word < order[i]->count; word++)
            buffer_u32(&writer->words, program[word]);
    }
    free(order);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* How many bytes the last row may grow by to hold ROW too; 0: ROW does not continue it. */
static uint32_t room_of_last_row(const struct crossings_writer *writer,
                                 const struct crossing_row *row)
{
    const struct crossing_row *last;

    if (!writer->rows_count)
        return 0;
    last = &writer->row[writer->rows_count - 1];
    if (last->end != row->start || last->number != row->number || last->mode != row->mode)
        return 0;
    return 2 * FORMAT_ROW_HALFWORDS_MAX - (last->end - last->start);
}

/* Adds the row of CROSSING, or makes the last row longer. A long row becomes several. */
static void add_row(struct crossings_writer *writer, const struct crossings *crossings,
                    const struct crossing *crossing)
{
    uint32_t number =
        find_program(&writer->words, crossings->word + crossing->first, crossing->count);
    struct crossing_row row = {crossing->start, crossing->end, number, crossing->mode};

    while (row.start < crossing->end) {
        uint32_t room = room_of_last_row(writer, &row);
        uint32_t most = room ? room : 2 * FORMAT_ROW_HALFWORDS_MAX;
        row.end = crossing->end - row.start < most ? crossing->end : row.start + most;
        if (room)
            writer->row[writer->rows_count - 1].end = row.end;
        else
            array_push(writer->row, writer->rows_count, writer->rows_capacity, row);
        row.start = row.end;
    }
}

static void write_row(struct buffer *rows, uint32_t halfwords, uint32_t word)
{
    if (halfwords >= FORMAT_ROW_LONG)
        buffer_u8(rows, FORMAT_ROW_LONG | halfwords >> 8);
    buffer_u8(rows, halfwords & 0xff);
    buffer_u16(rows, word);
}

/* How many rows from FIRST on are one block: without gaps, and within the limits of a block. */
static size_t rows_of_block(const struct crossings_writer *writer, size_t first)
{
    size_t count = 1;

    while (first + count < writer->rows_count && count < CROSSING_BLOCK_ROWS_MAX &&
           writer->row[first + count].start == writer->row[first + count - 1].end &&
           writer->row[first + count].end - writer->row[first].start <= 2 * OFFSET_MAX)
        count++;
    return count;
}

static void write_blocks(struct crossings_writer *writer)
{
    size_t count;

    for (size_t first = 0; first < writer->rows_count; first += count) {
        const struct crossing_row *row = writer->row + first;
        count = rows_of_block(writer, first);
        buffer_u32(&writer->blocks, row->start);
        buffer_u16(&writer->blocks, (uint32_t)writer->rows.size);
        buffer_u16(&writer->blocks, (row[count - 1].end - row->start) / 2);
        for (size_t i = 0; i < count; i++)
            write_row(&writer->rows, (row[i].end - row[i].start) / 2,
                      (uint32_t)row[i].mode << CROSSING_MODE_SHIFT | row[i].number);
    }
}

/* ---- the section ----------------------------------------------------------------------------- */

static void put_section(struct buffer *out, const struct crossings_writer *writer)
{
    buffer_u16(out, (uint32_t)writer->blocks.size / CROSSING_BLOCK_BYTES);
    buffer_u16(out, (uint32_t)writer->words.size / 4);
    buffer_put(out, writer->blocks.bytes, writer->blocks.size);
    buffer_put(out, writer->words.bytes, writer->words.size);
    buffer_put(out, writer->rows.bytes, writer->rows.size);
}

void crossings_section_write(struct buffer *out, struct crossings *crossings)
{
    struct crossings_writer writer = {0};

    write_programs(&writer, crossings);
    for (size_t i = 0; i < crossings->count; i++) {
        struct crossing *crossing = &crossings->crossing[i];
        if (crossing->count && (writer.rows_count + 1) * ROW_BYTES_MAX > OFFSET_MAX)
            take_program(crossing, "the table has no room for more entry code");
        if (crossing->count)
            add_row(&writer, crossings, crossing);
    }
    write_blocks(&writer);
    if (writer.rows_count)
        put_section(out, &writer);
    free(writer.blocks.bytes);
    free(writer.words.bytes);
    free(writer.rows.bytes);
    free(writer.row);
}
