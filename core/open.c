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

/* Notes a section of TYPE; false when it is required and unknown. */
static bool note_section(struct bobbin_table *table, uint32_t type, uint32_t flags, uint32_t offset,
                         uint32_t size)
{
    switch (type) {
    case FORMAT_SECTION_RANGES:
        table->ranges = offset;
        table->ranges_size = size;
        return true;
    case FORMAT_SECTION_INDEX:
        table->index = offset;
        table->index_size = size;
        return true;
    case FORMAT_SECTION_ENTRIES:
        table->entries = offset;
        table->entries_size = size;
        return true;
    case FORMAT_SECTION_ROWS:
        table->rows = offset;
        table->rows_size = size;
        return true;
    case FORMAT_SECTION_RULES:
        table->rules = offset;
        table->rules_size = size;
        return true;
    case FORMAT_SECTION_LONG_RULES:
        table->long_rules = offset;
        table->long_rules_size = size;
        return true;
    default:
        return !(flags & FORMAT_ENTRY_REQUIRED);
    }
}

/* Field by field: a struct assignment may become a call of memset. */
static void start_empty(struct bobbin_table *table, const uint8_t *bytes, uint32_t load_bias)
{
    table->bytes = bytes;
    table->size_bytes = 0;
    table->load_bias = load_bias;
    table->ranges = table->ranges_size = 0;
    table->rows = table->rows_size = 0;
    table->rules = table->rules_size = 0;
    table->long_rules = table->long_rules_size = 0;
    table->first.size_bytes = 0;
    table->shorts = bytes;
    table->shorts_count = 0;
    table->index = table->index_size = 0;
    table->entries = table->entries_size = 0;
}

/* A reader notices the end of such a section only when it has read a little more. */
static bool is_followed(const struct bobbin_table *table, uint32_t offset, uint32_t size)
{
    return table->size_bytes - offset - size >= FORMAT_SLACK_BYTES;
}

static enum bobbin_table_error read_directory(struct bobbin_table *table)
{
    uint32_t count = table->bytes[FORMAT_HEADER_SECTIONS];
    uint32_t entry = FORMAT_HEADER_BYTES + align4(table->bytes[FORMAT_HEADER_BUILD_ID_SIZE]);
    uint32_t offset = entry + count * FORMAT_ENTRY_BYTES;

    if (count > FORMAT_SECTIONS_MAX || offset > table->size_bytes)
        return BOBBIN_TABLE_CORRUPT;
    for (uint32_t i = 0; i < count; i++, entry += FORMAT_ENTRY_BYTES) {
        const uint8_t *bytes = table->bytes + entry;
        uint32_t size = bytes_u32(bytes + 4);
        if (size > table->size_bytes - offset || align4(size) > table->size_bytes - offset)
            return BOBBIN_TABLE_CORRUPT;
        if (!note_section(table, bytes_u16(bytes), bytes_u16(bytes + 2), offset, size))
            return BOBBIN_TABLE_VERSION;
        offset += align4(size);
    }
    if (table->rules_size < FORMAT_RULES_HEADER_BYTES ||
        !is_followed(table, table->entries, table->entries_size) ||
        !is_followed(table, table->rows, table->rows_size))
        return BOBBIN_TABLE_CORRUPT;
    table->shorts = table->bytes + table->rules + FORMAT_RULES_HEADER_BYTES;
    table->shorts_count = bytes_u16(table->bytes + table->rules + 4);
    if (table->shorts_count * 2 > table->rules_size - FORMAT_RULES_HEADER_BYTES)
        return BOBBIN_TABLE_CORRUPT;
    if (table->ranges_size >= FORMAT_RANGE_BYTES)
        table_range(table, 0, &table->first);
    return BOBBIN_TABLE_OK;
}

enum bobbin_table_error bobbin_table_open(struct bobbin_table *table, const void *bytes,
                                          uint32_t size_bytes, uint32_t load_bias,
                                          const uint8_t *build_id, uint32_t build_id_size)
{
    const uint8_t *header = bytes;

    start_empty(table, header, load_bias);
    if (size_bytes < 4 || bytes_u32(header) != FORMAT_MAGIC)
        return BOBBIN_TABLE_EMPTY;
    if (size_bytes < FORMAT_HEADER_BYTES)
        return BOBBIN_TABLE_TRUNCATED;
    if (header[FORMAT_HEADER_MAJOR] != FORMAT_MAJOR)
        return BOBBIN_TABLE_VERSION;
    table->size_bytes = bytes_u32(header + FORMAT_HEADER_SIZE);
    if (table->size_bytes > FORMAT_SIZE_MAX)
        return BOBBIN_TABLE_CORRUPT;
    if (table->size_bytes > size_bytes)
        return BOBBIN_TABLE_TRUNCATED;
    if (header[FORMAT_HEADER_BUILD_ID_SIZE] > FORMAT_BUILD_ID_MAX ||
        table->size_bytes < FORMAT_HEADER_BYTES + align4(header[FORMAT_HEADER_BUILD_ID_SIZE]))
        return BOBBIN_TABLE_CORRUPT;
    if (build_id_size && !same_build_id(table, build_id, build_id_size))
        return BOBBIN_TABLE_IMAGE;
    return read_directory(table);
}
