/* SPDX-License-Identifier: MIT */
/* Opening a table: header, directory, and where its parts are. */
#include "bobbin.h"
#include "bytes.h"
#include "find.h"
#include "format.h"

static bool same_build_id(const uint8_t *header, const uint8_t *id, uint32_t id_size)
{
    if (header[FORMAT_HEADER_BUILD_ID_SIZE] != id_size)
        return false;
    while (id_size--)
        if (header[FORMAT_HEADER_BYTES + id_size] != id[id_size])
            return false;
    return true;
}

/* The directory at ENTRY has COUNT entries; false: it requires what nobody here knows. */
static bool read_directory(struct bobbin_table *table, const uint8_t *entry, uint32_t count)
{
    table->foreign = 0;
    for (; count; count--, entry += FORMAT_ENTRY_BYTES) {
        if (bytes_half(entry) == FORMAT_SECTION_FOREIGN)
            table->foreign = table->bytes + bytes_word(entry + FORMAT_ENTRY_OFFSET);
        else if (entry[FORMAT_ENTRY_FLAGS] & FORMAT_ENTRY_REQUIRED)
            return false;
    }
    return true;
}

/* Range 0 comes last: it is the first one. */
static bool open_ranges(struct bobbin_table *table)
{
    for (uint32_t i = table->ranges_count; i--;)
        if (!find_range(table, i, &table->first))
            return false;
    if (table->first.how & FORMAT_HOW_CODE)
        table->first.size_bytes = 0;
    return true;
}

enum bobbin_table_error bobbin_table_open(struct bobbin_table *table, const void *bytes,
                                          uint32_t size_bytes, uint32_t load_bias,
                                          const uint8_t *build_id, uint32_t build_id_size)
{
    const uint8_t *header = bytes;
    uint32_t directory, ranges, runs, words;

    if (size_bytes < FORMAT_HEADER_BYTES || ((uintptr_t)bytes & 3) ||
        bytes_word(header) != FORMAT_MAGIC)
        return BOBBIN_TABLE_EMPTY;
    if (header[FORMAT_HEADER_MAJOR] != FORMAT_MAJOR)
        return BOBBIN_TABLE_VERSION;
    table->bytes = header;
    table->load_bias = load_bias;
    table->size_bytes = bytes_word(header + FORMAT_HEADER_SIZE);
    table->ranges_count = bytes_half(header + FORMAT_HEADER_RANGES);
    table->rules.runs_count = bytes_half(header + FORMAT_HEADER_RUNS);
    table->first.size_bytes = 0;
    directory = FORMAT_HEADER_BYTES + ((header[FORMAT_HEADER_BUILD_ID_SIZE] + 3u) & ~3u);
    ranges = directory + header[FORMAT_HEADER_SECTIONS] * FORMAT_ENTRY_BYTES;
    runs = ranges + table->ranges_count * FORMAT_RANGE_BYTES;
    words = runs + 4 * ((table->rules.runs_count + 1) / 2);
    table->ranges = header + ranges;
    table->rules.runs = header + runs;
    table->rules.words = header + words;
    table->rules.words_count = (table->size_bytes - words) / 4;
    if (table->size_bytes > size_bytes)
        return BOBBIN_TABLE_TRUNCATED;
    if (table->size_bytes > FORMAT_SIZE_MAX || words > table->size_bytes)
        return BOBBIN_TABLE_CORRUPT;
    if (build_id_size && !same_build_id(header, build_id, build_id_size))
        return BOBBIN_TABLE_IMAGE;
    if (!read_directory(table, header + directory, header[FORMAT_HEADER_SECTIONS]))
        return BOBBIN_TABLE_VERSION;
    return open_ranges(table) ? BOBBIN_TABLE_OK : BOBBIN_TABLE_CORRUPT;
}
