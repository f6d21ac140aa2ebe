/* SPDX-License-Identifier: MIT */
/*
 * From an address to its entry and its rows. What follows ROWS (bobbin_table_open sees to it) keeps a reader that has lost
 * its way inside the table; what it reads there is never believed.
 */
#include "find.h"
#include "bytes.h"
#include "format.h"
#include "small.h"

/* The part of SECTION from OFFSET on; at its end when that is outside. */
static const uint8_t *part(const struct bobbin_table *table, const struct bobbin_section *section,
                           uint32_t offset)
{
    uint32_t size = section->size_bytes;

    return table->bytes + section->offset + (offset < size ? offset : size);
}

const struct bobbin_range *table_range(const struct bobbin_table *table, uint32_t number,
                                       struct bobbin_range *range)
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
    range->rows = part(table, &table->section[FORMAT_SECTION_ROWS],
                       bytes_word(record + FORMAT_RANGE_ROWS) & ~1u);
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
    return range;
}

uint32_t table_range_number(const struct bobbin_table *table, uint32_t address)
{
    const struct bobbin_section *ranges = &table->section[FORMAT_SECTION_RANGES];
    const uint8_t *records = table->bytes + ranges->offset;
    uint32_t low = 1;
    uint32_t high = ranges->size_bytes / FORMAT_RANGE_BYTES;

    if (address - table->first.start < table->first.size_bytes)
        return 0;
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

const struct bobbin_range *table_range_at(const struct bobbin_table *table, uint32_t address,
                                          struct bobbin_range *spare)
{
    uint32_t number = table_range_number(table, address);

    if (!number)
        return &table->first;
    return number == TABLE_NO_RANGE ? 0 : table_range(table, number, spare);
}

const uint8_t *table_number_at(const struct bobbin_range *range, uint32_t unit)
{
    return table_number(range, unit);
}

/* How many entries of RANGE start before PAGE and MORE, 0 or 1, pages: one that it has. */
static __attribute__((noinline)) uint32_t entries_before(const struct bobbin_range *range,
                                                         uint32_t page, uint32_t more)
{
    uint32_t before = bytes_half(range->index + 2 * (page >> range->group_shift));

    return before + ((range->counts[page + more] - before) & 0xff);
}

/*
 * Where the entry is from whose number, before BEHIND, OFFSET has its rule: start and end of ANSWER, from the start of the range on,
 * as is OFFSET. False where the table makes no sense.
 */
static __attribute__((noinline)) bool find_span(const struct bobbin_range *range, uint32_t offset,
                                                const uint8_t *behind, struct table_answer *answer)
{
    uint32_t shift = range->unit_shift;
    uint32_t page = offset >> shift >> FORMAT_PAGE_SHIFT;
    uint32_t next = (uint32_t)(behind - range->entries) / 2;
    uint32_t start = page, end = page;

    while (entries_before(range, start, 0) >= next)
        if (!start || page - --start > TABLE_PAGES_MAX)
            return false;
    while (end < range->pages && entries_before(range, end, 1) <= next)
        if (end++ - page > TABLE_PAGES_MAX)
            return false;
    answer->start = (start << FORMAT_PAGE_SHIFT | behind[-2]) << shift;
    answer->end = range->size_bytes + (range->size_bytes & 1);
    if (end < range->pages)
        answer->end = (end << FORMAT_PAGE_SHIFT | behind[0]) << shift;
    return answer->start <= offset && offset < answer->end;
}

/* The number before BEHIND as entries of FORMAT_HOW_CODE have it. */
static uint32_t number_of(const uint8_t *behind)
{
    uint32_t number = behind[-1];

    if (number >= FORMAT_NUMBER_WIDE)
        number = table_wide(behind);
    if (number < FORMAT_NUMBER_RECORD)
        return number;
    return FORMAT_ENTRY_HAS_ROWS | (number - FORMAT_NUMBER_RECORD) * FORMAT_RECORD_UNIT;
}

/* Finds the entry that has OFFSET, without FORMAT_HOW_CODE. WHOLE: start and end too, which are there anyway where it has rows. */
static bool find_entry(const struct bobbin_range *range, uint32_t offset, bool whole,
                       struct table_answer *answer)
{
    uint32_t unit = offset >> range->unit_shift;
    const uint8_t *behind =
        unit >> FORMAT_PAGE_SHIFT < range->pages ? table_number_at(range, unit) : 0;

    if (!behind)
        return false;
    answer->rule = (uint16_t)number_of(behind);
    return !(whole || (answer->rule & FORMAT_ENTRY_HAS_ROWS)) ||
           find_span(range, offset, behind, answer);
}

/* A number of halfwords in a row. */
static const uint8_t *next_halfwords(const uint8_t *at, uint32_t *value)
{
    *value = *at++;
    if (*value >= FORMAT_ROW_LONG)
        *value = (*value - FORMAT_ROW_LONG) << 8 | *at++;
    return at;
}

/* Looks in the record of the entry: a row that has OFFSET gives ANSWER its rule, plain. False when it makes no sense. */
static __attribute__((noinline)) bool find_row(const struct bobbin_table *table,
                                               const struct bobbin_range *range, uint32_t offset,
                                               struct table_answer *answer)
{
    const struct bobbin_section *rows = &table->section[FORMAT_SECTION_ROWS];
    const uint8_t *end = table->bytes + rows->offset + rows->size_bytes;
    const uint8_t *at = range->rows + (answer->rule & (FORMAT_ENTRY_HAS_ROWS - FORMAT_RECORD_UNIT));
    uint32_t left = (offset - answer->start) / 2;
    uint32_t count;

    if (at >= end)
        return false;
    answer->rule = (uint16_t)bytes_half(at);
    answer->how &= (uint8_t)~at[FORMAT_RECORD_HOW];
    count = at[FORMAT_RECORD_ROWS];
    at += FORMAT_RECORD_BYTES;
    for (; count && at < end; count--) {
        uint32_t distance, length, number;
        at = next_halfwords(at, &distance);
        left -= distance;
        at = next_halfwords(at, &length);
        number = *at++;
        if (number == FORMAT_ROW_WIDE) {
            number = bytes_u16(at);
            at += 2;
        }
        if (left < length) {
            answer->rule = (uint16_t)number;
            answer->how = 0;
            return at <= end;
        }
        left -= length;
    }
    return !count && at <= end;
}

/* What TABLE has in RANGE at OFFSET. */
static enum bobbin_stop find_in_range(const struct bobbin_env *env,
                                      const struct bobbin_table *table,
                                      const struct bobbin_range *range, uint32_t offset, bool whole,
                                      struct table_answer *answer)
{
    bool found;

    answer->how = range->how;
    answer->start = answer->end = 0;
    if (!(answer->how & FORMAT_HOW_CODE))
        found = find_entry(range, offset, whole, answer);
    else if (env->small)
        found = env->small->entry(range, offset, answer);
    else
        return BOBBIN_STOP_NO_RULE;
    if (!found ||
        ((answer->rule & FORMAT_ENTRY_HAS_ROWS) && !find_row(table, range, offset, answer)))
        return table->section[FORMAT_SECTION_FOREIGN].size_bytes ? BOBBIN_STOP_NO_RULE
                                                                 : BOBBIN_STOP_CORRUPT;
    answer->how &= FORMAT_HOW_READ;
    if (table_has_body(range, offset))
        answer->how |= FORMAT_HOW_BODY;
    answer->trust =
        answer->rule - 1u < table->quick_rules ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_EXIDX;
    answer->start += range->start + table->load_bias;
    answer->end += range->start + table->load_bias;
    return answer->rule == FORMAT_RULE_NONE ? BOBBIN_STOP_NO_RULE : BOBBIN_STOP_NONE;
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
            return find_in_range(env, table, range, address - range->start,
                                 kind == BOBBIN_KIND_EXACT, answer);
    }
    return BOBBIN_STOP_PC_OUTSIDE;
}

bool table_has_code(const struct bobbin_env *env, uint32_t return_address)
{
    uint32_t address = table_lookup_address(return_address & ~1u, BOBBIN_KIND_CALL);

    for (uint32_t i = 0; i < env->tables_count; i++)
        if (table_range_number(&env->tables[i], address - env->tables[i].load_bias) !=
            TABLE_NO_RANGE)
            return true;
    return false;
}
