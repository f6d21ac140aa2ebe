/* SPDX-License-Identifier: MIT */
/*
 * Opens a table: checks the header and, for each code range, that its parts are inside the table.
 */
#include "../format/bytes.h"
#include "../format/table_format.h"
#include "find.h"
#include <bobbin/bobbin.h>

/*
 * Whether find_rule can look up addresses in RANGE, a record of TABLE, without reading outside the
 * table. find_rule itself checks the entries of a page.
 */
static bool is_range(const struct bobbin_table *table, const uint8_t *range)
{
    uint32_t size_bytes = bytes_word(range + FORMAT_RANGE_FAST);
    uint32_t groups = bytes_word(range + FORMAT_RANGE_GROUPS);
    uint32_t counts = bytes_word(range + FORMAT_RANGE_COUNTS);
    uint32_t entries = bytes_word(range + FORMAT_RANGE_ENTRIES);
    uint32_t unit_shift = range[FORMAT_RANGE_UNIT_SHIFT];
    uint32_t group_shift = range[FORMAT_RANGE_GROUP_SHIFT];
    uint32_t last;

    if (!size_bytes)
        return true;
    if ((unit_shift | group_shift) > 31)
        return false;
    last = (size_bytes - 1) >> unit_shift >> FORMAT_PAGE_SHIFT;
    return counts < table->size_bytes && table->size_bytes - counts > last + 1 &&
           groups <= counts && counts - groups > 2 * (last >> group_shift) + 1 && !(groups & 1) &&
           entries - 4 <= groups; /* find_rule may read the 4 bytes before an entry */
}

enum bobbin_table_error bobbin_table_open(struct bobbin_table *table, const void *bytes,
                                          uint32_t size_bytes, uint32_t load_bias)
{
    const uint8_t *header = bytes, *range;
    uint32_t ranges, runs, words;

    if (size_bytes < FORMAT_HEADER_BYTES || ((uintptr_t)bytes & 3) ||
        bytes_word(header) != FORMAT_MAGIC)
        return BOBBIN_TABLE_EMPTY;
    if (header[FORMAT_HEADER_MAJOR] != FORMAT_MAJOR)
        return BOBBIN_TABLE_VERSION;
    table->bytes = header;
    table->key_bias = load_bias + 2;
    table->size_bytes = bytes_word(header + FORMAT_HEADER_SIZE);
    table->ranges_count = bytes_half(header + FORMAT_HEADER_RANGES);
    table->rules.runs_count = bytes_half(header + FORMAT_HEADER_RUNS);
    ranges = (header[FORMAT_HEADER_BUILD_ID_SIZE] + FORMAT_HEADER_BYTES + 3u) & ~3u;
    runs = ranges + table->ranges_count * FORMAT_RANGE_BYTES;
    words = (runs + 2 * table->rules.runs_count + 3) & ~3u;
    table->ranges = header + ranges;
    table->rules.runs = header + runs;
    table->rules.words = header + words;
    table->rules.words_count = (table->size_bytes - words) / 4;
    if (table->size_bytes > size_bytes)
        return BOBBIN_TABLE_TRUNCATED;
    if (words > table->size_bytes)
        return BOBBIN_TABLE_CORRUPT;
    table->first.start = table->first.size_bytes = 0;
    /* The loop runs backwards, so that table->first is the first range at the end. */
    for (range = header + runs; range != table->ranges;) {
        range -= FORMAT_RANGE_BYTES;
        if (!is_range(table, range))
            return BOBBIN_TABLE_CORRUPT;
        find_range(table, range, &table->first);
    }
    return BOBBIN_TABLE_OK;
}
