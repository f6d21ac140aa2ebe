/* SPDX-License-Identifier: MIT */
/*
 * Looks up entries and rows of `--small` tables (core/format/TABLE.md). In a damaged table the
 * result may be wrong, but nothing outside the table is read.
 */
#include "../format/bytes.h"
#include "../format/table_format.h"
#include "small.h"

/*
 * Maximum number of blocks between the start of an entry and a block that it reaches:
 * FORMAT_LONGEST_MAX halfwords, in blocks of the smallest size.
 */
#define BLOCKS_BACK_MAX 512

/* A code range and its parts of the table. */
struct range {
    uint32_t start, size_bytes; /* return addresses of calls in the range */
    const uint8_t *index, *before, *entries, *rows, *end;
    uint32_t unit_shift;
};

struct entry {
    uint32_t length; /* in halfwords */
    uint32_t rule;
};

/*
 * Reads the entry at AT, whose first byte is at least FORMAT_ENTRY_WIDE. Returns its end, or NULL
 * if it is invalid.
 */
static const uint8_t *read_wide(const uint8_t *at, struct entry *entry)
{
    if (*at > FORMAT_ENTRY_LONGEST) /* invalid */
        return 0;
    if (*at == FORMAT_ENTRY_LONGEST) {
        entry->length = bytes_u16(at + 1);
        at++;
    } else {
        entry->length = (at[0] & 7u) << 8 | at[1];
    }
    entry->rule = bytes_u16(at + 2);
    return at + 4;
}

static const uint8_t *read_entry(const uint8_t *at, struct entry *entry)
{
    entry->length = *at;
    entry->rule = FORMAT_RULE_CODE;
    if (entry->length < FORMAT_ENTRY_LONG)
        return at + 1;
    if (entry->length >= FORMAT_ENTRY_WIDE)
        return read_wide(at, entry);
    entry->length = (entry->length & 15) << 8 | at[1];
    return at + 2;
}

/* AT + OFFSET, in a part of RANGE; or the end of the table if AT + OFFSET is outside the table. */
static const uint8_t *part_at(const struct range *range, const uint8_t *at, uint32_t offset)
{
    return offset < (uint32_t)(range->end - at) ? at + offset : range->end;
}

static bool is_near_end(const struct range *range, const uint8_t *at)
{
    return (uint32_t)(range->end - at) < FORMAT_AHEAD_BYTES;
}

static uint32_t blocks_of(const struct range *range)
{
    return ((range->size_bytes - 1) >> range->unit_shift >> FORMAT_PAGE_SHIFT) + 1;
}

/* Fills RANGE from RECORD of TABLE. Returns false if some of its parts are outside the table. */
static bool open_range(const struct bobbin_table *table, const uint8_t *record, struct range *range)
{
    uint32_t index = bytes_word(record + FORMAT_RANGE_GROUPS) & ~1u;
    uint32_t before = bytes_word(record + FORMAT_RANGE_COUNTS);
    uint32_t entries = bytes_word(record + FORMAT_RANGE_ENTRIES);
    uint32_t rows = bytes_word(record + FORMAT_RANGE_ROWS) & ~1u;

    range->start = bytes_word(record + FORMAT_RANGE_START) + table->key_bias;
    range->size_bytes = bytes_word(record + FORMAT_RANGE_SIZE);
    range->unit_shift = record[FORMAT_RANGE_UNIT_SHIFT] & 31;
    range->index = table->bytes + index;
    range->before = table->bytes + before;
    range->entries = table->bytes + entries;
    range->rows = table->bytes + rows;
    range->end = table->bytes + table->size_bytes;
    return index <= before && before - index >= 2 * blocks_of(range) &&
           before < table->size_bytes && table->size_bytes - before > blocks_of(range) &&
           entries < table->size_bytes && rows <= table->size_bytes;
}

/*
 * The block where the search for an entry in BLOCK begins. Returns the number of blocks if the
 * table is damaged.
 */
static uint32_t find_block(const struct range *range, uint32_t block)
{
    uint32_t blocks = blocks_of(range);
    uint32_t first = block;

    while (block < blocks && range->before[block] == FORMAT_BEFORE_MORE)
        if (!block-- || first - block > BLOCKS_BACK_MAX)
            return blocks;
    return block;
}

/*
 * Finds the entry that contains OFFSET. The entry starts *LEFT halfwords before OFFSET. Returns
 * false if the table is damaged.
 */
static bool find_entry(const struct range *range, uint32_t offset, struct entry *entry,
                       uint32_t *left)
{
    uint32_t block = find_block(range, offset >> range->unit_shift >> FORMAT_PAGE_SHIFT);
    const uint8_t *at;

    if (block >= blocks_of(range))
        return false;
    at = part_at(range, range->entries, bytes_half(range->index + 2 * block));
    *left = (offset - (block << FORMAT_PAGE_SHIFT << range->unit_shift)) / 2 + range->before[block];
    entry->length = 0;
    do {
        *left -= entry->length;
        if (is_near_end(range, at))
            return false;
        at = read_entry(at, entry);
    } while (at && *left >= entry->length);
    return at;
}

/* Reads a length or distance in halfwords from a row. Returns the address after it. */
static const uint8_t *next_halfwords(const uint8_t *at, uint32_t *value)
{
    *value = *at++;
    if (*value >= FORMAT_ROW_LONG)
        *value = (*value - FORMAT_ROW_LONG) << 8 | *at++;
    return at;
}

/*
 * Finds the rule NUMBER of an address in RECORD, the record of its entry. The entry starts LEFT
 * halfwords before the address. Clears the bits of HOW that do not apply there. Returns false if
 * the table is damaged.
 */
static bool read_record(const struct range *range, const uint8_t *record, uint32_t left,
                        uint32_t *number, uint32_t *how)
{
    const uint8_t *at = record + FORMAT_RECORD_BYTES;

    if (is_near_end(range, record))
        return false;
    *how &= ~(uint32_t)record[FORMAT_RECORD_HOW];
    for (uint32_t count = record[FORMAT_RECORD_ROWS]; count; count--) {
        uint32_t distance, length;
        if (is_near_end(range, at))
            return false;
        at = next_halfwords(at, &distance);
        left -= distance;
        at = next_halfwords(at, &length);
        *number = *at++;
        if (*number == FORMAT_ROW_WIDE) {
            *number = bytes_u16(at);
            at += 2;
        }
        if (left < length) {
            *how = 0;
            return true;
        }
        left -= length;
    }
    *number = bytes_half(record);
    return true;
}

bool small_answer(const struct bobbin_table *table, const uint8_t *record, uint32_t address,
                  struct small_answer *answer)
{
    struct entry entry = {0, 0};
    struct range range;
    uint32_t offset, left, number;

    if (!open_range(table, record, &range))
        return false;
    offset = address - range.start;
    if (!find_entry(&range, offset, &entry, &left))
        return false;
    answer->start = range.start - 2 + (offset & ~1u) - 2 * left;
    answer->how = record[FORMAT_RANGE_HOW];
    number = entry.rule;
    if ((number & FORMAT_ENTRY_HAS_ROWS) &&
        !read_record(
            &range,
            part_at(&range, range.rows, number & (FORMAT_ENTRY_HAS_ROWS - FORMAT_RECORD_UNIT)),
            left, &number, &answer->how))
        return false;
    answer->known = number == FORMAT_RULE_CODE ? SMALL_CODE : find_known(table, number);
    return true;
}
