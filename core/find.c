/* SPDX-License-Identifier: MIT */
/*
 * From an address to its entry and its rows. What follows ENTRIES and ROWS in a table (bobbin_table_open sees to it that
 * something does) may be read, a few bytes of it, before it is noticed that they have ended; it is never believed.
 */
#include "find.h"
#include "bytes.h"
#include "format.h"

/* The part of SECTION from the offset at FIELD on; at its end when that is outside. */
static const uint8_t *part(const struct bobbin_table *table, uint32_t section, uint32_t size,
                           const uint8_t *field)
{
    uint32_t offset = bytes_u32(field);

    return table->bytes + section + (offset < size ? offset : size);
}

void table_range(const struct bobbin_table *table, uint32_t number, struct bobbin_range *range)
{
    const uint8_t *record = table->bytes + table->ranges + number * FORMAT_RANGE_BYTES;
    const uint8_t *end = table->bytes + table->index + table->index_size;

    range->start = bytes_u32(record + FORMAT_RANGE_START);
    range->size_bytes = bytes_u32(record + FORMAT_RANGE_SIZE);
    range->index = part(table, table->index, table->index_size, record + FORMAT_RANGE_INDEX);
    range->entries =
        part(table, table->entries, table->entries_size, record + FORMAT_RANGE_ENTRIES);
    range->rows = part(table, table->rows, table->rows_size, record + FORMAT_RANGE_ROWS);
    range->blocks = (uint32_t)(end - range->index) / FORMAT_INDEX_BYTES;
    range->block_shift = (uint8_t)((record[FORMAT_RANGE_BLOCK_SHIFT] - 1u) & 31);
    range->how = record[FORMAT_RANGE_HOW];
}

/* The range that has ADDRESS (as in the table, without bias), in SPARE if it is not the first; NULL when there is none. */
static const struct bobbin_range *find_range(const struct bobbin_table *table, uint32_t address,
                                             struct bobbin_range *spare)
{
    uint32_t low = 1;
    uint32_t high = table->ranges_size / FORMAT_RANGE_BYTES;

    if (address - table->first.start < table->first.size_bytes)
        return &table->first;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        table_range(table, middle, spare);
        if (address - spare->start < spare->size_bytes)
            return spare;
        if (address < spare->start)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

/* What an entry says. LEFT: halfwords from its start to the address that is looked for. */
struct entry {
    uint32_t left, length; /* in halfwords */
    uint32_t rule;
    uint32_t rows; /* offset in the range's part of ROWS, + 1; 0: none */
    uint32_t how;
};

/* Reads the entry at AT and returns what is behind it; NULL where END does not allow an entry. */
static const uint8_t *read_entry(const uint8_t *at, const uint8_t *end, struct entry *entry)
{
    uint32_t prefixes = 0;
    uint32_t byte;

    entry->rule = FORMAT_RULE_CODE;
    entry->rows = 0;
    entry->length = 0;
    for (byte = *at++; byte >= FORMAT_ENTRY_MORE; byte = *at++) {
        uint32_t value = bytes_u16(at);
        if (at >= end || ++prefixes > FORMAT_ENTRY_PREFIXES_MAX)
            return 0;
        if (byte >= FORMAT_ENTRY_FLAGS)
            entry->how &= ~(byte & (FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE));
        if (byte == FORMAT_ENTRY_MORE)
            entry->length = value << FORMAT_ENTRY_MORE_SHIFT;
        else if (byte == FORMAT_ENTRY_NUMBER)
            entry->rule = value | FORMAT_HOW_CODE << 16;
        else if (byte < FORMAT_ENTRY_FLAGS)
            return 0;
        else if (byte & FORMAT_ENTRY_HAS_ROWS)
            entry->rows = value + 1;
        else
            continue;
        at += 2;
    }
    if (byte >= FORMAT_ENTRY_LONG)
        byte = (byte & 15) << 8 | *at++;
    entry->length += byte;
    if (!((entry->how | entry->rule >> 16) & FORMAT_HOW_CODE) &&
        (entry->rule = *at++) == FORMAT_ENTRY_CODE)
        entry->rule = FORMAT_RULE_CODE;
    return at;
}

/* Finds the entry that has OFFSET, in halfwords from the start of RANGE. */
static bool find_entry(const struct bobbin_range *range, const uint8_t *end, uint32_t offset,
                       struct entry *entry)
{
    uint32_t block = offset >> range->block_shift;
    const uint8_t *at = range->index + block * FORMAT_INDEX_BYTES;
    uint32_t count = FORMAT_ENTRIES_PER_BLOCK_MAX + 1;

    if (block >= range->blocks)
        return false;
    entry->left = offset - (block << range->block_shift) + bytes_u16(at + 2);
    at = range->entries + bytes_u16(at);
    do {
        if (!(range->how & FORMAT_HOW_CODE)) /* most of them are two bytes, and not the one */
            for (; at < end && *at < FORMAT_ENTRY_LONG && entry->left >= *at && count > 1;
                 count--) {
                entry->left -= *at;
                at += 2;
            }
        entry->how = range->how;
        if (at >= end || !(at = read_entry(at, end, entry)))
            return false;
        if (entry->left < entry->length)
            return true;
        entry->left -= entry->length;
    } while (--count);
    return false;
}

static const uint8_t *next_uleb128(const uint8_t *at, uint32_t *value)
{
    *value = *at & 0x7f;
    if (*at++ & 0x80)
        *value |= (uint32_t)(*at & 0x7f) << 7;
    else
        return at;
    if (*at++ & 0x80)
        *value |= (uint32_t)*at++ << 14;
    return at;
}

/* Looks in the rows of ENTRY: one that has what is looked for gives it its rule, plain. False when they make no sense. */
static bool find_row(const struct bobbin_range *range, const uint8_t *end, struct entry *entry)
{
    const uint8_t *at = range->rows + entry->rows - 1;
    uint32_t left = entry->left;
    uint32_t distance, length, number;

    if (at >= end)
        return false;
    for (uint32_t count = *at++; count; count--) {
        if (at >= end)
            return false;
        at = next_uleb128(at, &distance);
        at = next_uleb128(at, &length);
        number = *at++;
        if (number == FORMAT_ROW_WIDE) {
            number = bytes_u16(at);
            at += 2;
        }
        if (left - distance < length) {
            entry->rule = number;
            entry->how = 0;
            break;
        }
        left -= distance + length;
    }
    return true;
}

/* STOP_NONE: ANSWER has a rule. PC_OUTSIDE: another table may have it. */
static enum bobbin_stop find_in_table(const struct bobbin_table *table, uint32_t address,
                                      struct table_answer *answer)
{
    struct bobbin_range spare;
    const struct bobbin_range *range = find_range(table, address, &spare);
    struct entry entry;

    if (!range)
        return BOBBIN_STOP_PC_OUTSIDE;
    if (!find_entry(range, table->bytes + table->entries + table->entries_size,
                    (address - range->start) / 2, &entry) ||
        (entry.rows && !find_row(range, table->bytes + table->rows + table->rows_size, &entry)))
        return BOBBIN_STOP_CORRUPT;
    answer->rule = (uint16_t)entry.rule;
    answer->how = (uint8_t)(entry.how & FORMAT_HOW_READ);
    answer->start = (address & ~1u) - 2 * entry.left + table->load_bias;
    answer->end = answer->start + 2 * entry.length;
    if (answer->rule == FORMAT_RULE_NONE)
        return BOBBIN_STOP_NO_RULE;
    if (answer->rule != FORMAT_RULE_CODE &&
        answer->rule >= bytes_u16(table->bytes + table->rules + 2))
        answer->trust = BOBBIN_TRUST_EXIDX;
    return BOBBIN_STOP_NONE;
}

void table_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer)
{
    answer->found = BOBBIN_STOP_PC_OUTSIDE;
    answer->trust = BOBBIN_TRUST_TABLE;
    answer->table = 0;
    for (uint32_t i = 0; i < env->tables_count && answer->found == BOBBIN_STOP_PC_OUTSIDE; i++) {
        const struct bobbin_table *table = &env->tables[i];
        answer->table = (uint8_t)i;
        answer->found = (uint8_t)find_in_table(table, lookup_address - table->load_bias, answer);
    }
}
