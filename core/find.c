/* SPDX-License-Identifier: MIT */
/*
 * From an address to its entry and its rows. What follows ROWS (bobbin_table_open sees to it) keeps a reader that has lost
 * its way inside the table; what it reads there is never believed.
 */
#include "find.h"
#include "bytes.h"
#include "format.h"
#include "small.h"

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
    const struct bobbin_section *entries = &table->section[FORMAT_SECTION_ENTRIES];
    uint32_t offset = bytes_word(record + FORMAT_RANGE_INDEX) & ~1u;
    uint32_t groups_bytes, map_bytes;

    range->start = bytes_word(record + FORMAT_RANGE_START);
    range->size_bytes = bytes_word(record + FORMAT_RANGE_SIZE);
    range->unit_shift = record[FORMAT_RANGE_UNIT_SHIFT] & 31;
    range->group_shift = record[FORMAT_RANGE_GROUP_SHIFT] & 31;
    range->how = record[FORMAT_RANGE_HOW];
    range->body_shift = record[FORMAT_RANGE_BODY_SHIFT] & 31;
    range->index = part(table, index, offset);
    range->entries = part(table, entries, bytes_word(record + FORMAT_RANGE_ENTRIES));
    range->rows =
        part(table, &table->section[FORMAT_SECTION_ROWS], bytes_word(record + FORMAT_RANGE_ROWS));
    range->end = table->bytes + entries->offset + entries->size_bytes;
    range->pages = ((range->size_bytes - 1) >> range->unit_shift >> FORMAT_PAGE_SHIFT) + 1;
    groups_bytes = 2 * (((range->pages - 1) >> range->group_shift) + 1);
    range->counts = range->index + groups_bytes;
    range->body_map = range->counts + range->pages + 1;
    map_bytes = ((range->size_bytes - 1) >> range->body_shift >> 3) + 1;
    if (!range->body_shift) {
        /* The 0 that says so is a map of one block. */
        range->body_map = record + FORMAT_RANGE_BODY_SHIFT;
        range->body_shift = 31;
        map_bytes = 0;
    }
    if (offset > index->size_bytes || range->pages > index->size_bytes ||
        groups_bytes + range->pages + map_bytes >= index->size_bytes - offset)
        range->pages = 0;
}

const struct bobbin_range *table_range_at(const struct bobbin_table *table, uint32_t address,
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

const uint8_t *table_number_at(const struct bobbin_range *range, uint32_t unit)
{
    return table_number(range, unit);
}

/* Where entry NUMBER of RANGE starts, which does so in PAGE: in units. */
static uint32_t start_of(const struct bobbin_range *range, uint32_t number, uint32_t page)
{
    return page << FORMAT_PAGE_SHIFT | range->entries[2 * number];
}

/* Where the entry is from whose number, at AT, OFFSET has its rule. */
static bool find_span(const struct bobbin_range *range, uint32_t offset, const uint8_t *at,
                      struct table_entry *entry)
{
    uint32_t page = offset >> range->unit_shift >> FORMAT_PAGE_SHIFT;
    uint32_t number = (uint32_t)(at - range->entries) / 2;
    uint32_t end = range->size_bytes + (range->size_bytes & 1);
    uint32_t first = page, last = page;
    uint32_t before = table_first(range, page);
    uint32_t behind = before + table_count(range, page);
    uint32_t start;

    while (before > number) {
        if (!first || page - --first > TABLE_PAGES_MAX)
            return false;
        before -= table_count(range, first);
    }
    while (behind <= number + 1 && ++last < range->pages) {
        if (last - page > TABLE_PAGES_MAX)
            return false;
        behind += table_count(range, last);
    }
    start = start_of(range, number, first) << range->unit_shift;
    if (last < range->pages)
        end = start_of(range, number + 1, last) << range->unit_shift;
    entry->left = (offset - start) / 2;
    entry->length = (end - start) / 2;
    return start <= offset && offset < end;
}

/*
 * Finds the entry that has OFFSET, in bytes from the start of RANGE, without FORMAT_HOW_CODE; false where the table makes no
 * sense. WHOLE: left and length too, which are there anyway where it has rows.
 */
static bool find_entry(const struct bobbin_range *range, uint32_t offset, bool whole,
                       struct table_entry *entry)
{
    uint32_t unit = offset >> range->unit_shift;
    const uint8_t *behind =
        unit >> FORMAT_PAGE_SHIFT < range->pages ? table_number_at(range, unit) : 0;

    if (!behind)
        return false;
    entry->rule = table_wide(behind);
    entry->left = entry->length = 0;
    return !(whole || (entry->rule & FORMAT_ENTRY_HAS_ROWS)) ||
           find_span(range, offset, behind - 1, entry);
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
static enum bobbin_stop find_in_table(const struct bobbin_env *env,
                                      const struct bobbin_table *table, uint32_t address,
                                      bool whole, struct table_answer *answer)
{
    struct bobbin_range spare;
    const struct bobbin_range *range = table_range_at(table, address, &spare);
    struct table_entry entry;
    uint32_t how;
    bool found;

    if (!range)
        return BOBBIN_STOP_PC_OUTSIDE;
    how = range->how;
    if (!(how & FORMAT_HOW_CODE))
        found = find_entry(range, address - range->start, whole, &entry);
    else if (env->small)
        found = env->small->entry(range, address - range->start, &entry);
    else
        return BOBBIN_STOP_NO_RULE;
    if (!found || ((entry.rule & FORMAT_ENTRY_HAS_ROWS) && !find_row(table, range, &entry, &how)))
        return table->section[FORMAT_SECTION_FOREIGN].size_bytes ? BOBBIN_STOP_NO_RULE
                                                                 : BOBBIN_STOP_CORRUPT;
    how &= FORMAT_HOW_READ;
    if (table_has_body(range, address - range->start))
        how |= FORMAT_HOW_BODY;
    answer->rule = (uint16_t)entry.rule;
    answer->how = (uint8_t)how;
    answer->start = (address & ~1u) - 2 * entry.left + table->load_bias;
    answer->end = answer->start + 2 * entry.length;
    return answer->rule == FORMAT_RULE_NONE ? BOBBIN_STOP_NO_RULE : BOBBIN_STOP_NONE;
}

void table_find(const struct bobbin_env *env, uint32_t lookup_address, bool whole,
                struct table_answer *answer)
{
    uint32_t found = BOBBIN_STOP_PC_OUTSIDE;
    uint32_t i;

    for (i = 0; i < env->tables_count && found == BOBBIN_STOP_PC_OUTSIDE; i++)
        found = find_in_table(env, &env->tables[i], lookup_address - env->tables[i].load_bias,
                              whole, answer);
    answer->found = (uint8_t)found;
    answer->table = (uint8_t)(i - 1);
}
