/* SPDX-License-Identifier: MIT */
/*
 * From an address to its entry and its rows. What ends ENTRIES and what follows ROWS (bobbin_table_open sees to both) keep
 * a reader that has lost its way inside the table; what it reads there is never believed.
 */
#include "find.h"
#include "bytes.h"
#include "format.h"

/* The part of SECTION from the offset at FIELD on; at its end when that is outside. */
static const uint8_t *part(const struct bobbin_table *table, const struct bobbin_section *section,
                           uint32_t offset)
{
    uint32_t size = section->size_bytes;

    return table->bytes + section->offset + (offset < size ? offset : size);
}

void table_range(const struct bobbin_table *table, uint32_t number, struct bobbin_range *range)
{
    const uint8_t *record =
        table->bytes + table->section[FORMAT_SECTION_RANGES].offset + number * FORMAT_RANGE_BYTES;
    const struct bobbin_section *index = &table->section[FORMAT_SECTION_INDEX];
    uint32_t offset = bytes_word(record + FORMAT_RANGE_INDEX) & ~1u;

    range->start = bytes_word(record + FORMAT_RANGE_START);
    range->size_bytes = bytes_word(record + FORMAT_RANGE_SIZE);
    range->index = part(table, index, offset);
    range->entries = part(table, &table->section[FORMAT_SECTION_ENTRIES],
                          bytes_word(record + FORMAT_RANGE_ENTRIES));
    range->rows =
        part(table, &table->section[FORMAT_SECTION_ROWS], bytes_word(record + FORMAT_RANGE_ROWS));
    range->end = table->bytes + table->section[FORMAT_SECTION_ENTRIES].offset +
                 table->section[FORMAT_SECTION_ENTRIES].size_bytes - FORMAT_END_BYTES;
    range->block_shift = (uint8_t)(record[FORMAT_RANGE_BLOCK_SHIFT] & 31);
    range->blocks = ((range->size_bytes - 1) >> range->block_shift) + 1;
    range->before = range->index + 2 * range->blocks;
    if (offset > index->size_bytes ||
        range->blocks > (index->size_bytes - offset) / FORMAT_INDEX_BYTES)
        range->blocks = 0;
    range->how = record[FORMAT_RANGE_HOW];
}

/* The range that has ADDRESS (as in the table, without bias), in SPARE if it is not the first; NULL when there is none. */
static const struct bobbin_range *find_range(const struct bobbin_table *table, uint32_t address,
                                             struct bobbin_range *spare)
{
    uint32_t low = 1;
    uint32_t high = table->section[FORMAT_SECTION_RANGES].size_bytes / FORMAT_RANGE_BYTES;

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

/* Reads the wide entry at AT, and returns what is behind it. */
static const uint8_t *read_wide(const uint8_t *at, struct table_entry *entry)
{
    entry->length = (at[0] & 7u) << 8 | at[1];
    at += 2;
    if (at[-2] >= FORMAT_ENTRY_LONGEST) {
        entry->length = bytes_u16(at - 1);
        if (at[-2] != FORMAT_ENTRY_LONGEST) /* the end */
            entry->length = ~0u >> 1;
        at++;
    }
    entry->rule = bytes_u16(at);
    return at + 2;
}

/* Skips an entry without a number, and reads it unless it is wide. */
static const uint8_t *read_bare(const uint8_t *at, struct table_entry *entry)
{
    entry->length = *at++;
    entry->rule = FORMAT_RULE_CODE;
    if (entry->length >= FORMAT_ENTRY_WIDE)
        return read_wide(at - 1, entry);
    if (entry->length >= FORMAT_ENTRY_LONG)
        entry->length = (entry->length & 15) << 8 | *at++;
    return at;
}

void table_entry_from(const uint8_t *at, uint32_t how, int32_t left, struct table_entry *entry)
{
    do {
        if (how & FORMAT_HOW_CODE) {
            at = read_bare(at, entry);
            left -= (int32_t)entry->length;
            continue;
        }
        at = table_skip(at, &left, &entry->length);
        entry->rule = *at;
        if (left >= 0) {
            at = read_wide(at, entry);
            left -= (int32_t)entry->length;
        }
    } while (left >= 0);
    entry->left = (uint32_t)left + entry->length;
}

bool table_entry(const struct bobbin_range *range, uint32_t offset, struct table_entry *entry)
{
    int32_t left;
    const uint8_t *at =
        offset >> range->block_shift < range->blocks ? table_block(range, offset, &left) : 0;

    if (!at)
        return false;
    table_entry_from(at, range->how, left, entry);
    return true;
}

static const uint8_t *next_uleb128(const uint8_t *at, uint32_t *value)
{
    uint32_t shift = 0;
    uint32_t byte;

    *value = 0;
    do {
        byte = *at++;
        *value |= (shift < 14 ? byte & 0x7f : byte) << shift;
        shift += 7;
    } while ((byte & 0x80) && shift < 21);
    return at;
}

/* Looks in the record of ENTRY: a row that has what is looked for gives it its rule, plain. False when it makes no sense. */
static bool find_row(const struct bobbin_table *table, const struct bobbin_range *range,
                     struct table_entry *entry, uint32_t *how)
{
    const struct bobbin_section *rows = &table->section[FORMAT_SECTION_ROWS];
    const uint8_t *end = table->bytes + rows->offset + rows->size_bytes;
    const uint8_t *at = range->rows + (entry->rule & (FORMAT_ENTRY_HAS_ROWS - 1));
    uint32_t left = entry->left;
    uint32_t count, distance, length, number;

    if (at >= end)
        return false;
    *how &= ~(uint32_t)at[0];
    entry->rule = bytes_u16(at + 1);
    count = at[3];
    at += FORMAT_RECORD_BYTES;
    for (; count && at < end; count--) {
        at = next_uleb128(at, &distance);
        at = next_uleb128(at, &length);
        number = *at++;
        if (number == FORMAT_ROW_WIDE) {
            number = bytes_u16(at);
            at += 2;
        }
        if (left - distance < length) {
            entry->rule = number;
            *how = 0;
            return at <= end;
        }
        left -= distance + length;
    }
    return !count && at <= end;
}

/* STOP_NONE: ANSWER has a rule. PC_OUTSIDE: another table may have it. */
static enum bobbin_stop find_in_table(const struct bobbin_table *table, uint32_t address,
                                      struct table_answer *answer)
{
    struct bobbin_range spare;
    const struct bobbin_range *range = find_range(table, address, &spare);
    struct table_entry entry;
    uint32_t how;

    if (!range)
        return BOBBIN_STOP_PC_OUTSIDE;
    how = range->how;
    if (!table_entry(range, address - range->start, &entry) ||
        ((entry.rule & FORMAT_ENTRY_HAS_ROWS) && !find_row(table, range, &entry, &how)))
        return table->section[FORMAT_SECTION_FOREIGN].size_bytes ? BOBBIN_STOP_NO_RULE
                                                                 : BOBBIN_STOP_CORRUPT;
    answer->rule = (uint16_t)entry.rule;
    answer->how = (uint8_t)(how & FORMAT_HOW_READ);
    answer->start = (address & ~1u) - 2 * entry.left + table->load_bias;
    answer->end = answer->start + 2 * entry.length;
    return answer->rule == FORMAT_RULE_NONE ? BOBBIN_STOP_NO_RULE : BOBBIN_STOP_NONE;
}

void table_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer)
{
    uint32_t found = BOBBIN_STOP_PC_OUTSIDE;
    uint32_t i;

    for (i = 0; i < env->tables_count && found == BOBBIN_STOP_PC_OUTSIDE; i++)
        found = find_in_table(&env->tables[i], lookup_address - env->tables[i].load_bias, answer);
    answer->found = (uint8_t)found;
    answer->table = (uint8_t)(i - 1);
}
