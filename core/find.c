/* SPDX-License-Identifier: MIT */
/* From an address to the number of its rule. */
#include "bytes.h"
#include "format.h"
#include "table.h"

/* The rows of one range. Everything in it has been checked against the section's size. */
struct rows {
    const uint8_t *samples, *lengths, *rules;
    uint32_t count;
};

/* The range that has ADDRESS (as in the table, without bias); NULL when there is none. */
static const uint8_t *find_range(const struct bobbin_table *table, uint32_t address)
{
    const uint8_t *ranges = table->bytes + table->ranges;
    uint32_t low = 0;
    uint32_t high = table->ranges_size / FORMAT_RANGE_BYTES;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *range = ranges + middle * FORMAT_RANGE_BYTES;
        uint32_t start = bytes_u32(range + FORMAT_RANGE_START);
        if (address < start)
            high = middle;
        else if (address - start >= bytes_u32(range + FORMAT_RANGE_SIZE))
            low = middle + 1;
        else
            return range;
    }
    return 0;
}

static bool locate_rows(const struct bobbin_table *table, const uint8_t *range, struct rows *rows)
{
    uint32_t offset = bytes_u32(range + FORMAT_RANGE_ROWS);
    uint32_t count = bytes_u32(range + FORMAT_RANGE_ROWS_COUNT);
    uint32_t samples = (count + FORMAT_ROWS_PER_SAMPLE - 1) / FORMAT_ROWS_PER_SAMPLE;

    /* The third test keeps the sum of the fourth from overflowing: a table is below 2 GiB. */
    if (offset > table->rows_size || count == 0 || count > table->rows_size / 2 ||
        4 * samples + 2 * count > table->rows_size - offset)
        return false;
    rows->samples = table->bytes + table->rows + offset;
    rows->lengths = rows->samples + 4 * samples;
    rows->rules = rows->lengths + count;
    rows->count = count;
    return true;
}

/* The last sample that is not behind OFFSET; 0 when all are. */
static uint32_t find_sample(const struct rows *rows, uint32_t offset)
{
    uint32_t low = 0;
    uint32_t high = (rows->count + FORMAT_ROWS_PER_SAMPLE - 1) / FORMAT_ROWS_PER_SAMPLE;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (bytes_u32(rows->samples + 4 * middle) > offset)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* Finds the row that has OFFSET, and its start; false when the samples and lengths do not cover it. */
static bool find_row(const struct rows *rows, uint32_t offset, uint32_t *row, uint32_t *start)
{
    uint32_t sample = find_sample(rows, offset);
    uint32_t at = bytes_u32(rows->samples + 4 * sample);
    uint32_t i = sample * FORMAT_ROWS_PER_SAMPLE;
    uint32_t end = i + FORMAT_ROWS_PER_SAMPLE;

    if (end > rows->count)
        end = rows->count;
    for (; i < end && offset >= at; i++) {
        uint32_t length = 2u * rows->lengths[i];
        if (offset - at < length) {
            *row = i;
            *start = at;
            return true;
        }
        at += length;
    }
    return false;
}

/* The wide number of the row that starts at ADDRESS; 0 when the section does not have it. */
static uint32_t find_wide(const struct bobbin_table *table, uint32_t address)
{
    uint32_t low = 0;
    uint32_t high = table->wide_size / FORMAT_WIDE_BYTES;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *entry = table->bytes + table->wide + middle * FORMAT_WIDE_BYTES;
        uint32_t start = bytes_u32(entry + FORMAT_WIDE_ADDRESS);
        if (start == address)
            return bytes_u16(entry + FORMAT_WIDE_RULE);
        if (start < address)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* STOP_NONE: ANSWER has a rule. PC_OUTSIDE: another table may have it. */
static enum bobbin_stop find_in_table(const struct bobbin_table *table, uint32_t address,
                                      struct table_answer *answer)
{
    const uint8_t *range = find_range(table, address);
    struct rows rows;
    uint32_t row, row_start, rule, range_start;

    if (!range)
        return BOBBIN_STOP_PC_OUTSIDE;
    range_start = bytes_u32(range + FORMAT_RANGE_START);
    if (!locate_rows(table, range, &rows) ||
        !find_row(&rows, address - range_start, &row, &row_start))
        return BOBBIN_STOP_CORRUPT;
    rule = rows.rules[row];
    if (rule == FORMAT_ROW_NO_RULE)
        return BOBBIN_STOP_NO_RULE;
    if (rule == FORMAT_ROW_WIDE)
        rule = find_wide(table, range_start + row_start);
    if (rule == 0 || table->rules_size == 0)
        return BOBBIN_STOP_CORRUPT;
    answer->rule = (uint16_t)rule;
    answer->trust =
        rule < bytes_u16(table->bytes + table->rules + 2) ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_EXIDX;
    return BOBBIN_STOP_NONE;
}

void table_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer)
{
    answer->found = BOBBIN_STOP_PC_OUTSIDE;
    answer->trust = BOBBIN_TRUST_TABLE;
    answer->table = 0;
    answer->rule = 0;
    for (uint32_t i = 0; i < env->tables_count && answer->found == BOBBIN_STOP_PC_OUTSIDE; i++) {
        const struct bobbin_table *table = &env->tables[i];
        answer->table = (uint8_t)i;
        answer->found = (uint8_t)find_in_table(table, lookup_address - table->load_bias, answer);
    }
}
