/* SPDX-License-Identifier: MIT */
#include "encode.h"

#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "container.h"
#include "diag.h"
#include "dictionary.h"
#include "encode_rule.h"
#include "format.h"

/* The sections of a table as they grow. */
struct writer {
    const struct plan *plan;
    struct dictionary dictionary;
    struct buffer ranges, index, entries, rows, rules, long_rules;
    uint32_t ranges_count;
};

/* A run of units that has one record in RANGES. */
struct piece {
    size_t first, count;
    uint32_t start, end;
    uint32_t entries, rows, index; /* where its parts start */
    uint32_t block_shift;
};

/* ---- rows ----------------------------------------------------------------------------------- */

static uint32_t unit_rule(const struct writer *writer, const struct unit *unit)
{
    return unit->body ? dictionary_number(&writer->dictionary, unit->body) : FORMAT_RULE_CODE;
}

/* How UNIT is not read, though its range is. */
static uint32_t not_read(const struct writer *writer, const struct unit *unit)
{
    return plan_setting_how(writer->plan->setting) & ~(uint32_t)unit->how &
           (FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE);
}

/* The record of UNIT, with its rows. */
static void write_record(struct writer *writer, const struct unit *unit)
{
    const struct plan_row *row = writer->plan->row + unit->rows_first;
    uint32_t at = unit->start;

    buffer_u8(&writer->rows, not_read(writer, unit));
    buffer_u16(&writer->rows, unit_rule(writer, unit));
    buffer_u8(&writer->rows, (uint32_t)unit->rows_count);
    for (size_t i = 0; i < unit->rows_count; i++, row++) {
        uint32_t number = dictionary_number(&writer->dictionary, row->row);
        buffer_uleb128(&writer->rows, (row->start - at) / 2);
        buffer_uleb128(&writer->rows, (row->end - row->start + 1) / 2);
        at = row->end;
        if (number < FORMAT_ROW_WIDE) {
            buffer_u8(&writer->rows, number);
        } else {
            buffer_u8(&writer->rows, FORMAT_ROW_WIDE);
            buffer_u16(&writer->rows, number);
        }
    }
}

/* ---- entries -------------------------------------------------------------------------------- */

/* The length and, in NUMBER_BYTES bytes, the number of an entry: format.h. */
static void put_entry(struct buffer *out, uint32_t halfwords, uint32_t number,
                      uint32_t number_bytes)
{
    if (number_bytes == 2 && halfwords > FORMAT_WIDE_MAX) {
        buffer_u8(out, FORMAT_ENTRY_LONGEST);
        buffer_u16(out, halfwords);
    } else if (number_bytes == 2) {
        buffer_u8(out, FORMAT_ENTRY_WIDE | halfwords >> 8);
        buffer_u8(out, halfwords & 0xff);
    } else {
        if (halfwords >= FORMAT_ENTRY_LONG)
            buffer_u8(out, FORMAT_ENTRY_LONG | halfwords >> 8);
        buffer_u8(out, halfwords & 0xff);
    }
    if (number_bytes == 2)
        buffer_u16(out, number);
    else if (number_bytes)
        buffer_u8(out, number);
}

/* In how many bytes NUMBER stands, of an entry that is HALFWORDS long. */
static uint32_t number_size(const struct writer *writer, uint32_t halfwords, uint32_t number)
{
    bool by_code = plan_setting_how(writer->plan->setting) & FORMAT_HOW_CODE;

    if (halfwords > FORMAT_LONG_MAX)
        return 2;
    if (by_code)
        return number == FORMAT_RULE_CODE ? 0 : 2;
    return number <= 0xff ? 1 : 2;
}

static void write_entry(struct writer *writer, const struct piece *piece, const struct unit *unit)
{
    uint32_t halfwords = (unit->end - unit->start + 1) / 2;
    uint32_t number = unit_rule(writer, unit);

    if (unit->rows_count || not_read(writer, unit)) {
        number = FORMAT_ENTRY_HAS_ROWS | (uint32_t)(writer->rows.size - piece->rows);
        write_record(writer, unit);
    }
    put_entry(&writer->entries, halfwords, number, number_size(writer, halfwords, number));
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* The most units of PIECE that start in one block. */
static size_t fullest_block(const struct writer *writer, const struct piece *piece, uint32_t shift)
{
    const struct unit *unit = writer->plan->unit + piece->first;
    size_t most = 0;

    for (size_t i = 0, first = 0; i < piece->count; i++) {
        if ((unit[i].start - piece->start) >> shift != (unit[first].start - piece->start) >> shift)
            first = i;
        most = i - first + 1 > most ? i - first + 1 : most;
    }
    return most;
}

#define UNITS_PER_BLOCK 8 /* on average: fewer cost bytes of INDEX, more cost time */

static void choose_blocks(const struct writer *writer, struct piece *piece)
{
    uint64_t wanted = (uint64_t)(piece->end - piece->start) * UNITS_PER_BLOCK / piece->count;

    piece->block_shift = FORMAT_BLOCK_SHIFT_MIN;
    while (piece->block_shift < FORMAT_BLOCK_SHIFT_MAX &&
           (1u << piece->block_shift) + (1u << piece->block_shift) / 2 < wanted)
        piece->block_shift++;
    while (piece->block_shift > FORMAT_BLOCK_SHIFT_MIN &&
           fullest_block(writer, piece, piece->block_shift) > FORMAT_ENTRIES_PER_BLOCK_MAX)
        piece->block_shift--;
}

/*
 * Writes to INDEX and BEFORE what they have of the blocks of PIECE whose first address UNIT has; its entry starts at OFFSET.
 */
static void write_blocks(struct writer *writer, const struct piece *piece, const struct unit *unit,
                         uint32_t offset, struct buffer *before)
{
    uint32_t size = 1u << piece->block_shift;
    uint32_t block = (unit->start - piece->start + size - 1) >> piece->block_shift;

    for (; piece->start + (block << piece->block_shift) < unit->end; block++) {
        uint32_t halfwords = (piece->start + (block << piece->block_shift) - unit->start) / 2;
        buffer_u16(&writer->index, offset);
        buffer_u8(before, halfwords < FORMAT_BEFORE_MORE ? halfwords : FORMAT_BEFORE_MORE);
    }
}

/* ---- ranges --------------------------------------------------------------------------------- */

static void write_piece(struct writer *writer, struct piece *piece)
{
    struct buffer before = {0};

    piece->entries = (uint32_t)writer->entries.size;
    piece->rows = (uint32_t)writer->rows.size;
    piece->index = (uint32_t)writer->index.size;
    choose_blocks(writer, piece);
    for (size_t i = 0; i < piece->count; i++) {
        const struct unit *unit = &writer->plan->unit[piece->first + i];
        write_blocks(writer, piece, unit, (uint32_t)writer->entries.size - piece->entries, &before);
        write_entry(writer, piece, unit);
    }
    buffer_put(&writer->index, before.bytes, before.size);
    buffer_align(&writer->index, 2);
    free(before.bytes);
    buffer_u32(&writer->ranges, piece->start);
    buffer_u32(&writer->ranges, piece->end - piece->start);
    buffer_u32(&writer->ranges, piece->index);
    buffer_u32(&writer->ranges, piece->entries);
    buffer_u32(&writer->ranges, piece->rows);
    buffer_u8(&writer->ranges, piece->block_shift);
    buffer_u8(&writer->ranges, plan_setting_how(writer->plan->setting));
    buffer_u16(&writer->ranges, 0);
}

/* Offsets reach 65535 bytes of entries and 32767 of rows. */
#define UNITS_PER_PIECE_MAX      5000
#define ROWS_BYTES_PER_PIECE_MAX 0x7fff
#define ROW_BYTES_MAX            9

/* The most bytes that UNIT needs in ROWS. */
static size_t rows_bytes(const struct writer *writer, const struct unit *unit)
{
    size_t record = unit->rows_count || not_read(writer, unit) ? FORMAT_RECORD_BYTES : 0;

    return record + unit->rows_count * ROW_BYTES_MAX;
}

/* The next units that belong together, from FIRST on: of one range, and not too many for offsets of 16 bits. */
static struct piece next_piece(const struct writer *writer, size_t first)
{
    const struct plan *plan = writer->plan;
    const struct unit *unit = plan->unit;
    struct piece piece = {.first = first, .start = unit[first].start};
    size_t rows = 0;
    size_t i = first;

    do {
        rows += rows_bytes(writer, &unit[i]);
        piece.end = unit[i].end;
        i++;
    } while (i < plan->units_count && unit[i].start == piece.end &&
             i - first < UNITS_PER_PIECE_MAX &&
             rows + rows_bytes(writer, &unit[i]) <= ROWS_BYTES_PER_PIECE_MAX);
    piece.count = i - first;
    return piece;
}

static void write_ranges(struct writer *writer)
{
    for (size_t first = 0; first < writer->plan->units_count;) {
        struct piece piece = next_piece(writer, first);
        write_piece(writer, &piece);
        first += piece.count;
    }
    for (unsigned i = 0; i < FORMAT_END_BYTES && writer->ranges.size; i++)
        buffer_u8(&writer->entries, 0xff);
}

/* The rules that the plan needs. */
static void build_dictionary(struct writer *writer)
{
    const struct plan *plan = writer->plan;
    struct rows used = {0};

    for (size_t i = 0; i < plan->units_count; i++)
        if (plan->unit[i].body)
            array_push(used.row, used.count, used.capacity, *plan->unit[i].body);
    for (size_t i = 0; i < plan->rows_count; i++)
        array_push(used.row, used.count, used.capacity, *plan->row[i].row);
    dictionary_build(&writer->dictionary, &used);
    free(used.row);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void write_table(struct buffer *out, const struct writer *writer)
{
    const struct container_section sections[] = {
        {FORMAT_SECTION_RANGES, &writer->ranges},
        {FORMAT_SECTION_INDEX, &writer->index},
        {FORMAT_SECTION_ENTRIES, &writer->entries},
        {FORMAT_SECTION_ROWS, &writer->rows},
        {FORMAT_SECTION_RULES, &writer->rules},
        {FORMAT_SECTION_LONG_RULES, &writer->long_rules},
    };

    container_write(out, writer->plan->reference, sections, sizeof(sections) / sizeof(sections[0]));
}

static void measure(struct encode_sizes *sizes, const struct writer *writer, size_t total)
{
    sizes->ranges = (uint32_t)writer->ranges.size;
    sizes->index = (uint32_t)writer->index.size;
    sizes->entries = (uint32_t)writer->entries.size;
    sizes->rows = (uint32_t)writer->rows.size;
    sizes->rules = (uint32_t)writer->rules.size;
    sizes->long_rules = (uint32_t)writer->long_rules.size;
    sizes->header = (uint32_t)total - sizes->ranges - sizes->index - sizes->entries - sizes->rows -
                    sizes->rules - sizes->long_rules;
    sizes->entries_count = (uint32_t)writer->plan->units_count;
    sizes->rows_count = (uint32_t)writer->plan->rows_count;
    sizes->rules_count = (uint32_t)writer->dictionary.count;
}

static void free_writer(struct writer *writer)
{
    dictionary_free(&writer->dictionary);
    free(writer->ranges.bytes);
    free(writer->index.bytes);
    free(writer->entries.bytes);
    free(writer->rows.bytes);
    free(writer->rules.bytes);
    free(writer->long_rules.bytes);
}

static int check_limits(const struct writer *writer, const struct image *image)
{
    if (writer->dictionary.count <= FORMAT_RULES_MAX && image->build_id_size <= FORMAT_BUILD_ID_MAX)
        return STATUS_GOOD;
    diag_error(image->path,
               "beyond the table format: %zu rules (at most %u), build id of %u bytes (at most %u)",
               writer->dictionary.count, (unsigned)FORMAT_RULES_MAX, image->build_id_size,
               (unsigned)FORMAT_BUILD_ID_MAX);
    return STATUS_PROBLEMS;
}

int encode_table(const struct plan *plan, uint8_t **bytes, uint32_t *size_bytes,
                 struct encode_sizes *sizes)
{
    struct writer writer = {.plan = plan};
    struct buffer out = {0};
    int status;

    build_dictionary(&writer);
    status = check_limits(&writer, plan->reference->image);
    if (status == STATUS_GOOD) {
        encode_rules(&writer.dictionary, &writer.rules, &writer.long_rules);
        write_ranges(&writer);
        write_table(&out, &writer);
        *bytes = out.bytes;
        *size_bytes = (uint32_t)out.size;
        if (sizes)
            measure(sizes, &writer, out.size);
    }
    free_writer(&writer);
    return status;
}
