/* SPDX-License-Identifier: MIT */
/* Opening a table: header and directory. */
#include "bobbin.h"
#include "bytes.h"
#include "find.h"
#include "format.h"

static uint32_t align4(uint32_t size)
{
    return (size + 3) & ~3u;
}

static bool same_build_id(const struct bobbin_table *table, const uint8_t *id, uint32_t id_size)
{
    if (table->bytes[FORMAT_HEADER_BUILD_ID_SIZE] != id_size)
        return false;
    for (uint32_t i = 0; i < id_size; i++)
        if (table->bytes[FORMAT_HEADER_BYTES + i] != id[i])
            return false;
    return true;
}

/* Whether the section of TYPE is one of this format's: what stands in no struct bobbin_table is of no use. */
static bool is_known(uint32_t type)
{
    return type - 1 < BOBBIN_SECTIONS - 1;
}

static enum bobbin_table_error read_directory(struct bobbin_table *table)
{
    uint32_t count = table->bytes[FORMAT_HEADER_SECTIONS];
    uint32_t entry = FORMAT_HEADER_BYTES + align4(table->bytes[FORMAT_HEADER_BUILD_ID_SIZE]);
    uint32_t offset = entry + count * FORMAT_ENTRY_BYTES;

    if (count > FORMAT_SECTIONS_MAX || offset > table->size_bytes)
        return BOBBIN_TABLE_CORRUPT;
    for (; count; count--, entry += FORMAT_ENTRY_BYTES) {
        const uint8_t *bytes = table->bytes + entry;
        uint32_t type = bytes_half(bytes);
        uint32_t size = bytes_word(bytes + 4);
        if (size > table->size_bytes - offset || align4(size) > table->size_bytes - offset)
            return BOBBIN_TABLE_CORRUPT;
        if (is_known(type))
            table->section[type] = (struct bobbin_section){offset, size};
        else if (bytes[2] & FORMAT_ENTRY_REQUIRED)
            return BOBBIN_TABLE_VERSION;
        offset += align4(size);
    }
    return BOBBIN_TABLE_OK;
}

bool table_open_rules(struct bobbin_table *table)
{
    const struct bobbin_section *rules = &table->section[FORMAT_SECTION_RULES];
    const uint8_t *header = table->bytes + rules->offset;
    uint32_t count, shorts_bytes;

    if (rules->size_bytes < FORMAT_RULES_HEADER_BYTES)
        return false;
    count = bytes_half(header);
    table->quick_rules = bytes_half(header + 2) - 1u;
    table->shorts_count = bytes_half(header + 4);
    table->quick_runs = bytes_half(header + 6);
    table->words_count = count - table->shorts_count;
    shorts_bytes = align4(2 * table->shorts_count);
    table->shorts = header + FORMAT_RULES_HEADER_BYTES;
    table->words = table->shorts + shorts_bytes;
    return table->quick_runs < FORMAT_NUMBER_WIDE && table->quick_runs <= table->quick_rules &&
           table->quick_runs <= table->shorts_count && table->shorts_count <= count &&
           shorts_bytes + 4 * table->words_count <= rules->size_bytes - FORMAT_RULES_HEADER_BYTES;
}

/* What keeps readers of section TYPE inside the table: see FORMAT_SLACK_BYTES. */
static bool has_slack(const struct bobbin_table *table, enum format_section type)
{
    const struct bobbin_section *section = &table->section[type];

    return table->size_bytes - section->offset - section->size_bytes >= FORMAT_SLACK_BYTES;
}

/* Calls of the first range whose entries say all; a return address is one instruction behind what is looked up. */
static void open_quick(struct bobbin_table *table)
{
    const struct bobbin_range *range = &table->first;

    table->quick_start = range->start + table->load_bias + 2;
    if (table_has_numbers(range))
        table->quick_size_bytes = range->size_bytes;
}

/* Of one of another format only the ranges are this one's: without an INDEX nobody looks further. */
static bool open_parts(struct bobbin_table *table)
{
    if (table->section[FORMAT_SECTION_FOREIGN].size_bytes)
        return !table->section[FORMAT_SECTION_INDEX].size_bytes;
    return table_open_rules(table) && has_slack(table, FORMAT_SECTION_ENTRIES) &&
           has_slack(table, FORMAT_SECTION_ROWS);
}

/* Word by word: an assignment might call memset. */
static void clear(struct bobbin_table *table)
{
    bytes_any_word *word = (bytes_any_word *)table;

    for (uint32_t left = sizeof(*table) / sizeof(*word); left; left--) {
        *word++ = 0;
        FIND_HIDE(word);
    }
}

enum bobbin_table_error bobbin_table_open(struct bobbin_table *table, const void *bytes,
                                          uint32_t size_bytes, uint32_t load_bias,
                                          const uint8_t *build_id, uint32_t build_id_size)
{
    const uint8_t *header = bytes;
    enum bobbin_table_error error;

    clear(table);
    table->bytes = header;
    table->load_bias = load_bias;
    if (size_bytes < 4 || ((uintptr_t)bytes & 3) || bytes_word(header) != FORMAT_MAGIC)
        return BOBBIN_TABLE_EMPTY;
    if (size_bytes < FORMAT_HEADER_BYTES)
        return BOBBIN_TABLE_TRUNCATED;
    if (header[FORMAT_HEADER_MAJOR] != FORMAT_MAJOR)
        return BOBBIN_TABLE_VERSION;
    table->size_bytes = bytes_word(header + FORMAT_HEADER_SIZE);
    if (table->size_bytes > FORMAT_SIZE_MAX)
        return BOBBIN_TABLE_CORRUPT;
    if (table->size_bytes > size_bytes)
        return BOBBIN_TABLE_TRUNCATED;
    if (header[FORMAT_HEADER_BUILD_ID_SIZE] > FORMAT_BUILD_ID_MAX ||
        table->size_bytes < FORMAT_HEADER_BYTES + align4(header[FORMAT_HEADER_BUILD_ID_SIZE]))
        return BOBBIN_TABLE_CORRUPT;
    if (build_id_size && !same_build_id(table, build_id, build_id_size))
        return BOBBIN_TABLE_IMAGE;
    error = read_directory(table);
    if (error != BOBBIN_TABLE_OK ||
        table->section[FORMAT_SECTION_RANGES].size_bytes < FORMAT_RANGE_BYTES)
        return error;
    if (!open_parts(table))
        return BOBBIN_TABLE_CORRUPT;
    table_range(table, 0, &table->first);
    open_quick(table);
    return BOBBIN_TABLE_OK;
}
