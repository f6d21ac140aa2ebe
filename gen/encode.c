/* SPDX-License-Identifier: MIT */
#include "encode.h"

#include <stdlib.h>
#include <string.h>

#include "body_map.h"
#include "buffer.h"
#include "container.h"
#include "diag.h"
#include "dictionary.h"
#include "encode_entries.h"
#include "encode_rule.h"
#include "format.h"

/* The sections of a table as they grow. */
struct writer {
    const struct plan *plan;
    struct dictionary dictionary;
    struct buffer ranges, index, entries, rows, rules, long_rules;
    size_t map_bytes; /* of INDEX */
};

/* A run of units that has one record in RANGES. */
struct piece {
    size_t first, count;
    uint32_t start, end;
    uint32_t entries, rows, index; /* where its parts start */
};

/* ---- rows ----------------------------------------------------------------------------------- */

static uint32_t unit_rule(const struct writer *writer, const struct unit *unit)
{
    return unit->body ? dictionary_number(&writer->dictionary, unit->body) : FORMAT_RULE_CODE;
}

/* Whether entries go without a number; else in pages. */
static bool writes_blocks(const struct writer *writer)
{
    return plan_setting_how(writer->plan->setting) & FORMAT_HOW_CODE;
}

/* How UNIT is not read, though its range is. At a root nothing is, but by a walk. */
static uint32_t not_read(const struct writer *writer, const struct unit *unit)
{
    if (!writes_blocks(writer) && unit->body && unit->body->rule.form == BOBBIN_FORM_ROOT &&
        unit->body->condition == CONDITION_ALWAYS)
        return 0;
    return plan_setting_how(writer->plan->setting) & ~(uint32_t)unit->how &
           (FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE);
}

_Static_assert(PLAN_ROWS_MAX + FORMAT_LONGEST_MAX / FORMAT_ROW_HALFWORDS_MAX <=
                   FORMAT_ROWS_PER_ENTRY_MAX,
               "what is far or long takes more rows");

/* The first two fields of the record of UNIT: in pages it is read or not. */
static uint32_t record_number(const struct writer *writer, const struct unit *unit)
{
    bool plain = !writes_blocks(writer) && not_read(writer, unit);

    return unit_rule(writer, unit) | (plain ? FORMAT_RECORD_PLAIN : 0);
}

static uint32_t record_how(const struct writer *writer, const struct unit *unit)
{
    return writes_blocks(writer) ? not_read(writer, unit) : 0;
}

/* The record of UNIT, with its rows. */
static void write_record(struct writer *writer, const struct unit *unit)
{
    const struct plan_row *plan_row = writer->plan->row + unit->rows_first;
    struct encode_row row[PLAN_ROWS_MAX];
    uint32_t at = unit->start;

    for (size_t i = 0; i < unit->rows_count; i++, plan_row++) {
        row[i].distance = (plan_row->start - at) / 2;
        row[i].halfwords = (plan_row->end - plan_row->start + 1) / 2;
        row[i].number = dictionary_number(&writer->dictionary, plan_row->row);
        at = plan_row->end;
    }
    encode_record(&writer->rows, record_number(writer, unit), record_how(writer, unit), row,
                  unit->rows_count);
}

/* Where the COUNT entries of PIECE, in pages, start is also in their records. */
static void tell_starts(struct writer *writer, const struct piece *piece,
                        const struct encode_entry *entry, uint32_t unit_shift)
{
    for (size_t i = 0; i < piece->count; i++) {
        uint32_t record = piece->rows + (entry[i].number & ~(uint32_t)FORMAT_ENTRY_HAS_ROWS);
        if (entry[i].number & FORMAT_ENTRY_HAS_ROWS)
            writer->rows.bytes[record + FORMAT_RECORD_START] =
                (uint8_t)(entry[i].start >> unit_shift >> FORMAT_PAGE_SHIFT);
    }
}

/* ---- ranges --------------------------------------------------------------------------------- */

/* Whether UNIT has a record: with rows, read in another way, or of a rule whose number no entry has room for. */
static bool has_record(const struct writer *writer, const struct unit *unit)
{
    return unit->rows_count || not_read(writer, unit) ||
           (!writes_blocks(writer) && unit_rule(writer, unit) >= FORMAT_NUMBER_RECORD);
}

static struct encode_entry entry_of(struct writer *writer, const struct piece *piece,
                                    const struct unit *unit)
{
    struct encode_entry entry = {unit->start - piece->start, unit->end - piece->start,
                                 unit_rule(writer, unit)};
    size_t record = writer->rows.size - piece->rows;

    if (has_record(writer, unit)) {
        write_record(writer, unit);
        entry.number = FORMAT_ENTRY_HAS_ROWS | (uint32_t)record;
    }
    return entry;
}

static void write_piece(struct writer *writer, struct piece *piece)
{
    const struct plan *plan = writer->plan;
    struct encode_entry *entry = must_realloc(NULL, piece->count, sizeof(*entry));
    struct encode_shape shape;

    piece->entries = (uint32_t)writer->entries.size;
    piece->rows = (uint32_t)writer->rows.size;
    piece->index = (uint32_t)writer->index.size;
    for (size_t i = 0; i < piece->count; i++)
        entry[i] = entry_of(writer, piece, &plan->unit[piece->first + i]);
    shape = (writes_blocks(writer) ? encode_blocks : encode_pages)(
        entry, piece->count, &writer->entries, &writer->index);
    if (!writes_blocks(writer))
        tell_starts(writer, piece, entry, shape.unit_shift);
    free(entry);
    if (plan->body_map)
        writer->map_bytes +=
            body_map_write(plan->body_map, piece->start, piece->end, &writer->index);
    buffer_align(&writer->index, 2);
    buffer_u32(&writer->ranges, piece->start);
    buffer_u32(&writer->ranges, piece->end - piece->start);
    buffer_u32(&writer->ranges, piece->index);
    buffer_u32(&writer->ranges, piece->entries);
    buffer_u32(&writer->ranges, piece->rows);
    buffer_u8(&writer->ranges, shape.unit_shift);
    buffer_u8(&writer->ranges, plan_setting_how(plan->setting));
    buffer_u8(&writer->ranges, shape.group_shift);
    buffer_u8(&writer->ranges, plan->body_map ? plan->body_map->shift : 0);
}

/* Offsets reach 65535 bytes of entries in blocks, of at most 13 bytes here; in pages 65535 places. */
#define UNITS_PER_PIECE_MAX(blocks)      ((blocks) ? 5000 : 0x7fff)
#define ROWS_BYTES_PER_PIECE_MAX(blocks) ((blocks) ? 0x7fff : 0xfff * FORMAT_RECORD_UNIT)
#define ROW_BYTES_MAX                    7

/* The most bytes that UNIT needs in ROWS. */
static size_t rows_bytes(const struct writer *writer, const struct unit *unit)
{
    if (!has_record(writer, unit))
        return 0;
    return FORMAT_RECORD_BYTES + FORMAT_RECORD_UNIT - 1 +
           (unit->rows_count + (unit->end - unit->start) / 2 / FORMAT_ROW_HALFWORDS_MAX) *
               ROW_BYTES_MAX;
}

static uint32_t places(const struct writer *writer, const struct unit *unit)
{
    return has_record(writer, unit) || encode_is_wide(unit_rule(writer, unit)) ? 2 : 1;
}

/* How much the least page may be filled by the units before a piece grows. */
struct filling {
    size_t first; /* unit of the last ENCODE_PAGE_BYTES_MIN */
    uint32_t places;
};

/* Adds unit NEXT. False: it has no room. */
static bool fill_page(const struct writer *writer, struct filling *filling, size_t next)
{
    const struct unit *unit = writer->plan->unit;

    while (unit[next].start - unit[filling->first].start >= ENCODE_PAGE_BYTES_MIN)
        filling->places -= places(writer, &unit[filling->first++]);
    filling->places += places(writer, &unit[next]);
    return writes_blocks(writer) || filling->places <= ENCODE_PLACES_PER_PAGE_MAX;
}

/* The next units that belong together, from FIRST on: of one range, and not too many for what counts them. */
static struct piece next_piece(const struct writer *writer, size_t first)
{
    const struct plan *plan = writer->plan;
    const struct unit *unit = plan->unit;
    bool blocks = writes_blocks(writer);
    struct piece piece = {.first = first, .start = unit[first].start};
    struct filling filling = {.first = first};
    size_t rows = 0;
    size_t i = first;

    fill_page(writer, &filling, first);
    do {
        rows += rows_bytes(writer, &unit[i]);
        piece.end = unit[i].end;
        i++;
    } while (i < plan->units_count && unit[i].start == piece.end &&
             i - first < UNITS_PER_PIECE_MAX(blocks) && fill_page(writer, &filling, i) &&
             rows + rows_bytes(writer, &unit[i]) <= ROWS_BYTES_PER_PIECE_MAX(blocks));
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
    sizes->body_map = (uint32_t)writer->map_bytes;
    sizes->index = (uint32_t)(writer->index.size - writer->map_bytes);
    sizes->entries = (uint32_t)writer->entries.size;
    sizes->rows = (uint32_t)writer->rows.size;
    sizes->rules = (uint32_t)writer->rules.size;
    sizes->long_rules = (uint32_t)writer->long_rules.size;
    sizes->header = (uint32_t)total - sizes->ranges - sizes->index - sizes->body_map -
                    sizes->entries - sizes->rows - sizes->rules - sizes->long_rules;
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
