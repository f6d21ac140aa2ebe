/* SPDX-License-Identifier: MIT */
/*
 * From an address to its entry and its rows. What follows ROWS (bobbin_table_open sees to it) keeps a reader that has
 * lost its way inside the table; what it reads there is never believed.
 */
#include "find.h"
#include "bytes.h"
#include "format.h"
#include "rule.h"
#include "small.h"

/* The parts of RANGE in INDEX, ENTRIES and ROWS, as RECORD says; where it says one outside, that begins at the end. */
static void find_parts(const struct bobbin_table *table, const uint8_t *record,
                       struct bobbin_range *range)
{
    for (uint32_t i = 0; i < 3; i++) {
        const struct bobbin_section *section = &table->section[FORMAT_SECTION_INDEX + i];
        const uint8_t *start = table->bytes + section->offset;
        uint32_t offset = bytes_word(record + FORMAT_RANGE_INDEX + 4 * i);
        if (offset > section->size_bytes)
            offset = section->size_bytes;
        range->part[i].start = start + (offset & (~1u | i)); /* entries may begin anywhere */
        range->part[i].end = start + section->size_bytes;
    }
}

const struct bobbin_range *table_range(const struct bobbin_table *table, uint32_t number,
                                       struct bobbin_range *range)
{
    const uint8_t *record =
        table->bytes + table->section[FORMAT_SECTION_RANGES].offset + number * FORMAT_RANGE_BYTES;
    uint32_t index_bytes, groups_bytes, needed;

    range->start = bytes_word(record + FORMAT_RANGE_START);
    range->size_bytes = bytes_word(record + FORMAT_RANGE_SIZE);
    range->unit_shift = record[FORMAT_RANGE_UNIT_SHIFT] & 31;
    range->group_shift = record[FORMAT_RANGE_GROUP_SHIFT] & 31;
    range->how = record[FORMAT_RANGE_HOW] & (uint8_t)~FORMAT_HOW_BODY;
    range->body_shift = record[FORMAT_RANGE_BODY_SHIFT] & 31;
    find_parts(table, record, range);
    index_bytes = (uint32_t)(range->part[RANGE_INDEX].end - range->part[RANGE_INDEX].start);
    range->pages = ((range->size_bytes - 1) >> range->unit_shift >> FORMAT_PAGE_SHIFT) + 1;
    groups_bytes = 2 * (((range->pages - 1) >> range->group_shift) + 1);
    range->part[RANGE_INDEX].end = range->part[RANGE_INDEX].start + groups_bytes;
    needed = groups_bytes + range->pages + 1;
    range->body_map = range->part[RANGE_INDEX].start + needed;
    if (range->body_shift) {
        needed += ((range->size_bytes - 1) >> range->body_shift >> 3) + 1;
    } else {
        /* The 0 that says so is a map of one block. */
        range->body_map = record + FORMAT_RANGE_BODY_SHIFT;
        range->body_shift = 31;
    }
    if (needed > index_bytes)
        range->pages = 0;
    return range;
}

uint32_t table_range_number(const struct bobbin_table *table, uint32_t address)
{
    const struct bobbin_section *ranges = &table->section[FORMAT_SECTION_RANGES];
    const uint8_t *records = table->bytes + ranges->offset;
    uint32_t low = 0;
    uint32_t high = ranges->size_bytes / FORMAT_RANGE_BYTES;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const uint8_t *record = records + middle * FORMAT_RANGE_BYTES;
        uint32_t start = bytes_word(record + FORMAT_RANGE_START);
        if (address - start < bytes_word(record + FORMAT_RANGE_SIZE))
            return middle;
        if (address < start)
            high = middle;
        else
            low = middle + 1;
    }
    return TABLE_NO_RANGE;
}

__attribute__((noinline)) const struct bobbin_range *
table_other_range(const struct bobbin_table *table, uint32_t address, struct bobbin_range *spare)
{
    uint32_t number = table_range_number(table, address);

    return number == TABLE_NO_RANGE ? 0 : table_range(table, number, spare);
}

const uint8_t *table_entry_at(const struct bobbin_range *range, uint32_t offset)
{
    return table_entry(range, offset);
}

/* A number of halfwords in a row. */
static const uint8_t *next_halfwords(const uint8_t *at, uint32_t *value)
{
    *value = *at++;
    if (*value >= FORMAT_ROW_LONG)
        *value = (*value - FORMAT_ROW_LONG) << 8 | *at++;
    return at;
}

__attribute__((noinline)) uint32_t table_row(const struct bobbin_range *range,
                                             const uint8_t *record, uint32_t left, uint8_t *how)
{
    const uint8_t *at = record + FORMAT_RECORD_BYTES;
    const uint8_t *end = range->part[RANGE_ROWS].end;

    for (uint32_t count = record[FORMAT_RECORD_ROWS]; count; count--) {
        uint32_t distance, length, number;
        if (at >= end)
            return TABLE_NO_NUMBER;
        at = next_halfwords(at, &distance);
        left -= distance;
        at = next_halfwords(at, &length);
        number = *at++;
        if (number == FORMAT_ROW_WIDE) {
            number = bytes_u16(at);
            at += 2;
        }
        if (at > end)
            return TABLE_NO_NUMBER;
        if (left < length) {
            if (how)
                *how = 0;
            return number;
        }
        left -= length;
    }
    return bytes_half(record) & ~(uint32_t)FORMAT_RECORD_PLAIN;
}

__attribute__((noinline)) uint32_t table_number(const struct bobbin_range *range, uint32_t offset,
                                                const uint8_t *behind, uint8_t *how)
{
    uint32_t number = behind[-1];
    uint32_t start = behind[-2];
    const uint8_t *record;

    if (number >= FORMAT_NUMBER_WIDE)
        number = (number - FORMAT_NUMBER_WIDE) << 8 | behind[-3];
    if (number < FORMAT_NUMBER_RECORD)
        return number;
    record = range->part[RANGE_ROWS].start;
    number = FORMAT_RECORD_UNIT * (number - FORMAT_NUMBER_RECORD);
    if (number >= (uint32_t)(range->part[RANGE_ROWS].end - record))
        return TABLE_NO_NUMBER;
    record += number;
    if (how && (bytes_half(record) & FORMAT_RECORD_PLAIN))
        *how = 0;
    start |= (uint32_t)record[FORMAT_RECORD_START] << 8;
    offset -= start << range->unit_shift;
    return table_row(range, record, (offset & ((0x10000u << range->unit_shift) - 1)) / 2, how);
}

/* The number of the rule that RANGE has at OFFSET. */
static uint32_t find_in_range(const struct bobbin_env *env, const struct bobbin_range *range,
                              uint32_t offset, struct table_answer *answer)
{
    const uint8_t *behind;

    if (range->how & FORMAT_HOW_CODE)
        return env->small ? env->small->number(range, offset, answer) : 0;
    behind = range->pages ? table_entry_at(range, offset) : 0;
    answer->entry = behind;
    return behind ? table_number(range, offset, behind, &answer->how) : TABLE_NO_NUMBER;
}

/* What TABLE knows of OFFSET in RANGE. */
static enum bobbin_stop find_in_table(const struct bobbin_env *env,
                                      const struct bobbin_table *table,
                                      const struct bobbin_range *range, uint32_t offset,
                                      struct table_answer *answer)
{
    uint32_t number;

    answer->how = range->how;
    answer->end = 0;
    number = find_in_range(env, range, offset, answer);
    if (answer->end) {
        answer->start += range->start + table->load_bias;
        answer->end += range->start + table->load_bias;
        /* Where memory ends 0 would be in pages; no instruction starts in the last byte of all. */
        answer->end -= !answer->end;
    }
    if (range->pages && table_has_body(range, offset))
        answer->how |= FORMAT_HOW_BODY;
    answer->trust = number - 1 < table->quick_rules ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_EXIDX;
    answer->known = rule_known(table, number);
    if (answer->known == KNOWN_CORRUPT && !table->section[FORMAT_SECTION_FOREIGN].size_bytes)
        return BOBBIN_STOP_CORRUPT;
    return known_is_rule(answer->known) ? BOBBIN_STOP_NONE : BOBBIN_STOP_NO_RULE;
}

enum bobbin_stop table_find(const struct bobbin_env *env, const struct bobbin_cursor *cursor,
                            struct table_answer *answer)
{
    enum bobbin_kind kind = (enum bobbin_kind)cursor->kind;
    uint32_t lookup_address = table_lookup_address(cursor->r[BOBBIN_PC], kind);
    struct bobbin_range spare;

    for (uint32_t i = 0; i < env->tables_count; i++) {
        const struct bobbin_table *table = &env->tables[i];
        uint32_t address = lookup_address - table->load_bias;
        const struct bobbin_range *range = table_range_at(table, address, &spare);
        answer->table = (uint8_t)i;
        if (range)
            return find_in_table(env, table, range, address - range->start, answer);
    }
    return BOBBIN_STOP_PC_OUTSIDE;
}

uint32_t table_aside(const struct bobbin_env *env, uint32_t return_address)
{
    uint32_t address = table_lookup_address(return_address & ~1u, BOBBIN_KIND_CALL);
    const struct bobbin_table *table = env->tables;

    for (uint32_t left = env->tables_count; left; left--, table++)
        if (table_range_number(table, address - table->load_bias) != TABLE_NO_RANGE)
            return KNOWN_LATER;
    return KNOWN_OUTSIDE;
}
