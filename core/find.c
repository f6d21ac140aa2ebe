/* SPDX-License-Identifier: MIT */
/* From an address to its entry and its rows. */
#include "bytes.h"
#include "format.h"
#include "table.h"

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

/* An entry. START and LENGTH in bytes, START from the first byte of its range. */
struct entry {
    uint32_t start, length;
    uint32_t rule;
    uint32_t rows; /* offset in the range's part of ROWS; NO_ROWS */
    uint32_t how;
};

#define NO_ROWS 0xffffffffu

static uint32_t next_u16(struct bytes_reader *reader)
{
    uint32_t low = bytes_next_u8(reader);

    return low | bytes_next_u8(reader) << 8;
}

/* Reads the entry at READER; false when its bytes end before it does. */
static bool read_entry(struct bytes_reader *reader, struct entry *entry)
{
    bool numbered = false;
    uint32_t byte;

    entry->length = 0;
    entry->rule = 0;
    for (byte = bytes_next_u8(reader); byte >= FORMAT_ENTRY_MORE; byte = bytes_next_u8(reader)) {
        uint32_t value = 0;
        if (byte < FORMAT_ENTRY_FLAGS || (byte & FORMAT_ENTRY_HAS_ROWS))
            value = next_u16(reader);
        if (byte >= FORMAT_ENTRY_FLAGS) {
            entry->how &= ~(byte & (FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE));
            if (byte & FORMAT_ENTRY_HAS_ROWS)
                entry->rows = value;
        } else if (byte == FORMAT_ENTRY_MORE) {
            entry->length = value << FORMAT_ENTRY_MORE_SHIFT;
        } else {
            entry->rule = value;
            numbered = true;
        }
    }
    if (byte >= FORMAT_ENTRY_LONG)
        byte = (byte & 15) << 8 | bytes_next_u8(reader);
    entry->length = 2 * (entry->length + byte);
    if (!numbered) {
        byte = entry->how & FORMAT_HOW_CODE ? FORMAT_ENTRY_CODE : bytes_next_u8(reader);
        entry->rule = byte == FORMAT_ENTRY_CODE ? FORMAT_RULE_CODE : byte;
    }
    return !reader->failed;
}

/* The part of SECTION from the offset that stands at FIELD of a range's record; empty when it is outside. */
static void open_part(struct bytes_reader *reader, const struct bobbin_table *table,
                      uint32_t section, uint32_t size, const uint8_t *field, uint32_t more)
{
    uint32_t offset = bytes_u32(field);

    reader->failed = false;
    reader->end = table->bytes + section + size;
    reader->at = reader->end;
    if (offset <= size && more <= size - offset)
        reader->at = table->bytes + section + offset + more;
}

/* Finds the entry that has OFFSET, counted from the start of RANGE. */
static bool find_entry(const struct bobbin_table *table, const uint8_t *range, uint32_t offset,
                       struct entry *entry)
{
    uint32_t shift = range[FORMAT_RANGE_BLOCK_SHIFT] & 31;
    uint32_t block = offset >> shift;
    struct bytes_reader reader;
    uint32_t index;

    open_part(&reader, table, table->index, table->index_size, range + FORMAT_RANGE_INDEX,
              block * FORMAT_INDEX_BYTES);
    if (block > table->index_size || reader.end - reader.at < FORMAT_INDEX_BYTES)
        return false;
    index = bytes_u32(reader.at);
    entry->start = (block << shift) - 2 * (index >> 16);
    open_part(&reader, table, table->entries, table->entries_size, range + FORMAT_RANGE_ENTRIES,
              index & 0xffff);
    for (uint32_t i = 0; i <= FORMAT_ENTRIES_PER_BLOCK_MAX; i++) {
        entry->rows = NO_ROWS;
        entry->how = range[FORMAT_RANGE_HOW];
        if (!read_entry(&reader, entry))
            return false;
        if (offset - entry->start < entry->length)
            return true;
        entry->start += entry->length;
    }
    return false;
}

static uint32_t next_uleb128(struct bytes_reader *reader)
{
    uint32_t value = 0;
    uint32_t byte;

    for (uint32_t shift = 0; shift < 28; shift += 7) {
        byte = bytes_next_u8(reader);
        value |= (byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    reader->failed = true;
    return 0;
}

/* Looks for OFFSET in the rows of ENTRY: then its rule is that of the row, plain. False when they make no sense. */
static bool find_row(const struct bobbin_table *table, const uint8_t *range, uint32_t offset,
                     struct entry *entry)
{
    struct bytes_reader reader;
    uint32_t at = entry->start;
    uint32_t count;

    open_part(&reader, table, table->rows, table->rows_size, range + FORMAT_RANGE_ROWS,
              entry->rows);
    count = next_uleb128(&reader);
    if (count > FORMAT_ROWS_PER_ENTRY_MAX)
        return false;
    while (count--) {
        uint32_t length, number;
        at += 2 * next_uleb128(&reader);
        length = 2 * next_uleb128(&reader);
        number = bytes_next_u8(&reader);
        if (number == FORMAT_ROW_WIDE)
            number = next_u16(&reader);
        if (offset - at < length) {
            entry->rule = number;
            entry->how = 0;
            break;
        }
        at += length;
    }
    return !reader.failed;
}

/* STOP_NONE: ANSWER has a rule. PC_OUTSIDE: another table may have it. */
static enum bobbin_stop find_in_table(const struct bobbin_table *table, uint32_t address,
                                      struct table_answer *answer)
{
    const uint8_t *range = find_range(table, address);
    uint32_t start;
    struct entry entry;

    if (!range)
        return BOBBIN_STOP_PC_OUTSIDE;
    start = bytes_u32(range + FORMAT_RANGE_START);
    if (!find_entry(table, range, address - start, &entry) ||
        (entry.rows != NO_ROWS && !find_row(table, range, address - start, &entry)))
        return BOBBIN_STOP_CORRUPT;
    if (entry.rule == FORMAT_RULE_NONE)
        return BOBBIN_STOP_NO_RULE;
    answer->rule = (uint16_t)entry.rule;
    answer->how = (uint8_t)(entry.how & FORMAT_HOW_READ);
    answer->start = start + entry.start + table->load_bias;
    answer->end = answer->start + entry.length;
    if (entry.rule != FORMAT_RULE_CODE) {
        if (table->rules_size == 0)
            return BOBBIN_STOP_CORRUPT;
        if (entry.rule >= bytes_u16(table->bytes + table->rules + 2))
            answer->trust = BOBBIN_TRUST_EXIDX;
    }
    return BOBBIN_STOP_NONE;
}

void table_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer)
{
    answer->found = BOBBIN_STOP_PC_OUTSIDE;
    answer->trust = BOBBIN_TRUST_TABLE;
    answer->table = 0;
    answer->how = 0;
    answer->rule = 0;
    for (uint32_t i = 0; i < env->tables_count && answer->found == BOBBIN_STOP_PC_OUTSIDE; i++) {
        const struct bobbin_table *table = &env->tables[i];
        answer->table = (uint8_t)i;
        answer->found = (uint8_t)find_in_table(table, lookup_address - table->load_bias, answer);
    }
}
