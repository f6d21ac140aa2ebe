/* SPDX-License-Identifier: MIT */
#include "encode.h"

#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "bytes.h"
#include "crc32.h"
#include "diag.h"
#include "dictionary.h"
#include "encode_rule.h"
#include "format.h"

/* The sections of a table as they grow. */
struct writer {
    struct dictionary dictionary;
    struct buffer ranges, rows, rules, long_rules, wide;
    uint32_t rows_count;
};

/* ---- rules ---------------------------------------------------------------------------------- */

/* The bytes of ENTRY in LONG_RULES. */
static size_t long_bytes(const struct dictionary *dictionary, const struct dictionary_rule *entry,
                         uint8_t *out)
{
    if (entry->condition == CONDITION_ALWAYS)
        return encode_long(&entry->rule, out);
    return encode_either(entry->condition, dictionary_plain(dictionary, &entry->rule),
                         dictionary_plain(dictionary, &entry->otherwise), out);
}

static void write_rules(struct writer *writer)
{
    const struct dictionary *dictionary = &writer->dictionary;

    buffer_u16(&writer->rules, (uint32_t)dictionary->count);
    buffer_u16(&writer->rules, dictionary->exidx_first);
    for (size_t i = 0; i < dictionary->count; i++) {
        const struct dictionary_rule *entry = &dictionary->rule[i];
        uint8_t bytes[ENCODE_LONG_MAX];
        uint32_t word;
        if (entry->condition != CONDITION_ALWAYS || !encode_compact(&entry->rule, &word)) {
            word = FORMAT_RULE_LONG | (uint32_t)writer->long_rules.size;
            buffer_put(&writer->long_rules, bytes, long_bytes(dictionary, entry, bytes));
        }
        buffer_u32(&writer->rules, word);
    }
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* The rows of one range before they are put one behind the other. */
struct range_rows {
    struct buffer samples, lengths, rules;
};

static void add_piece(struct writer *writer, struct range_rows *out, uint32_t offset,
                      uint32_t address, uint32_t halfwords, uint32_t number)
{
    if (out->lengths.size % FORMAT_ROWS_PER_SAMPLE == 0)
        buffer_u32(&out->samples, offset);
    buffer_u8(&out->lengths, halfwords);
    if (number >= FORMAT_ROW_WIDE) {
        buffer_u32(&writer->wide, address);
        buffer_u16(&writer->wide, number);
        buffer_u16(&writer->wide, 0);
        number = FORMAT_ROW_WIDE;
    }
    buffer_u8(&out->rules, number);
}

static void add_row(struct writer *writer, struct range_rows *out, const struct code_range *range,
                    const struct row *row)
{
    uint32_t number = dictionary_number(&writer->dictionary, row);

    for (uint32_t at = row->start; at < row->end;) {
        uint32_t halfwords = (row->end - at + 1) / 2;
        if (halfwords > FORMAT_ROW_LENGTH_MAX)
            halfwords = FORMAT_ROW_LENGTH_MAX;
        add_piece(writer, out, at - range->start, at, halfwords, number);
        at += 2 * halfwords;
    }
}

static void write_range(struct writer *writer, const struct row_list *list,
                        const struct code_range *range)
{
    struct range_rows out = {0};

    for (size_t i = 0; i < range->rows_count; i++)
        add_row(writer, &out, range, &list->rows.row[range->rows_first + i]);
    buffer_align(&writer->rows, 4);
    buffer_u32(&writer->ranges, range->start);
    buffer_u32(&writer->ranges, range->size_bytes);
    buffer_u32(&writer->ranges, (uint32_t)writer->rows.size);
    buffer_u32(&writer->ranges, (uint32_t)out.lengths.size);
    buffer_put(&writer->rows, out.samples.bytes, out.samples.size);
    buffer_put(&writer->rows, out.lengths.bytes, out.lengths.size);
    buffer_put(&writer->rows, out.rules.bytes, out.rules.size);
    writer->rows_count += (uint32_t)out.lengths.size;
    free(out.samples.bytes);
    free(out.lengths.bytes);
    free(out.rules.bytes);
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* The checksum that bobbin_code_check_step makes on the target: of whole halfwords. */
static uint32_t code_crc(const struct row_list *list, const struct image *image)
{
    uint32_t crc = 0;

    for (size_t i = 0; i < list->ranges_count; i++) {
        uint32_t at = list->range[i].start;
        uint32_t end = at + (list->range[i].size_bytes & ~1u);
        while (at < end) {
            const struct image_section *section = image_section_at(image, at);
            uint32_t offset = at - section->address;
            uint32_t size = section->size_bytes - offset;
            if (size > end - at)
                size = end - at;
            crc = bobbin_crc32(crc, section->bytes + offset, size);
            at += size;
        }
    }
    return crc;
}

/* A section of the table: required ones are those without which a row cannot be read. */
struct section {
    enum format_section type;
    const struct buffer *bytes;
};

static void write_sections(struct buffer *out, const struct section *sections, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!sections[i].bytes->size)
            continue;
        buffer_u16(out, sections[i].type);
        buffer_u16(out, FORMAT_ENTRY_REQUIRED);
        buffer_u32(out, (uint32_t)sections[i].bytes->size);
    }
    for (size_t i = 0; i < count; i++) {
        buffer_put(out, sections[i].bytes->bytes, sections[i].bytes->size);
        buffer_align(out, 4);
    }
}

static void write_table(struct buffer *out, const struct writer *writer,
                        const struct row_list *list, const struct image *image)
{
    const struct section sections[] = {
        {FORMAT_SECTION_RANGES, &writer->ranges},         {FORMAT_SECTION_ROWS, &writer->rows},
        {FORMAT_SECTION_RULES, &writer->rules},           {FORMAT_SECTION_WIDE, &writer->wide},
        {FORMAT_SECTION_LONG_RULES, &writer->long_rules},
    };
    size_t count = sizeof(sections) / sizeof(sections[0]);
    uint32_t present = 0;

    for (size_t i = 0; i < count; i++)
        present += sections[i].bytes->size != 0;
    buffer_u32(out, FORMAT_MAGIC);
    buffer_u8(out, FORMAT_MAJOR);
    buffer_u8(out, FORMAT_MINOR);
    buffer_u8(out, present);
    buffer_u8(out, image->build_id_size);
    buffer_u32(out, 0); /* size, when it is known */
    buffer_u32(out, 0); /* checksum, last of all */
    buffer_u32(out, code_crc(list, image));
    buffer_put(out, image->build_id, image->build_id_size);
    buffer_align(out, 4);
    write_sections(out, sections, count);
    buffer_set_u32(out, FORMAT_HEADER_SIZE, (uint32_t)out->size);
    uint32_t crc = bobbin_crc32(0, out->bytes, FORMAT_HEADER_CRC);
    crc = bobbin_crc32(crc, out->bytes + FORMAT_HEADER_CODE_CRC,
                       (uint32_t)out->size - FORMAT_HEADER_CODE_CRC);
    buffer_set_u32(out, FORMAT_HEADER_CRC, crc);
}

static void measure(struct encode_sizes *sizes, const struct writer *writer, size_t total)
{
    sizes->ranges = (uint32_t)writer->ranges.size;
    sizes->rows = (uint32_t)writer->rows.size;
    sizes->rules = (uint32_t)writer->rules.size;
    sizes->long_rules = (uint32_t)writer->long_rules.size;
    sizes->wide = (uint32_t)writer->wide.size;
    sizes->header = (uint32_t)total - sizes->ranges - sizes->rows - sizes->rules -
                    sizes->long_rules - sizes->wide;
    sizes->rows_count = writer->rows_count;
    sizes->rules_count = (uint32_t)writer->dictionary.count;
}

int encode_table(const struct row_list *list, const struct image *image, uint8_t **bytes,
                 uint32_t *size_bytes, struct encode_sizes *sizes)
{
    struct writer writer = {0};
    struct buffer out = {0};
    int status = STATUS_GOOD;

    dictionary_build(&writer.dictionary, &list->rows);
    if (writer.dictionary.count > FORMAT_RULES_MAX || image->build_id_size > FORMAT_BUILD_ID_MAX) {
        diag_error(image->path,
                   "beyond the table format: %zu rules (at most %u), build id of %u "
                   "bytes (at most %u)",
                   writer.dictionary.count, (unsigned)FORMAT_RULES_MAX, image->build_id_size,
                   (unsigned)FORMAT_BUILD_ID_MAX);
        status = STATUS_PROBLEMS;
    } else {
        write_rules(&writer);
        for (size_t i = 0; i < list->ranges_count; i++)
            write_range(&writer, list, &list->range[i]);
        write_table(&out, &writer, list, image);
        *bytes = out.bytes;
        *size_bytes = (uint32_t)out.size;
        if (sizes)
            measure(sizes, &writer, out.size);
    }
    dictionary_free(&writer.dictionary);
    free(writer.ranges.bytes);
    free(writer.rows.bytes);
    free(writer.rules.bytes);
    free(writer.long_rules.bytes);
    free(writer.wide.bytes);
    return status;
}
