/* SPDX-License-Identifier: MIT */
/*
 * Entries that leave their rule to the code. What follows ENTRIES keeps a reader that has lost its way inside the
 * table.
 */
#include "bytes.h"
#include "format.h"
#include "small.h"

/* How far back the entry of a block may start: FORMAT_LONGEST_MAX halfwords, in blocks of the least size. */
#define BLOCKS_BACK_MAX 512

struct entry {
    uint32_t length; /* in halfwords */
    uint32_t rule;
};

/* Reads the entry at AT but for what it starts with, and returns what is behind it. */
static const uint8_t *read_wide(const uint8_t *at, struct entry *entry)
{
    if (*at > FORMAT_ENTRY_LONGEST) /* none begins so */
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

/* OFFSET in a part of RANGE, but no further than its end: that may be close to the end of memory. */
static const uint8_t *part_at(const struct bobbin_range *range, enum range_part number,
                              uint32_t offset)
{
    const struct bobbin_part *part = &range->part[number];

    return offset < (uint32_t)(part->end - part->start) ? part->start + offset : part->end;
}

/* The block where the search for what OFFSET has begins; the number of blocks when the table makes no sense. */
static uint32_t find_block(const struct bobbin_range *range, uint32_t block)
{
    uint32_t first = block;

    while (block < range->pages && range->part[RANGE_INDEX].end[block] == FORMAT_BEFORE_MORE)
        if (!block-- || first - block > BLOCKS_BACK_MAX)
            return range->pages;
    return block;
}

/* The entry that has OFFSET, which starts LEFT halfwords before; false where the table makes no sense. */
static bool find_entry(const struct bobbin_range *range, uint32_t offset, struct entry *entry,
                       uint32_t *left)
{
    uint32_t block = find_block(range, offset >> range->unit_shift >> FORMAT_PAGE_SHIFT);
    const uint8_t *at;

    /* In groups INDEX has less than blocks need. */
    if (range->group_shift || block >= range->pages)
        return false;
    at = part_at(range, RANGE_ENTRIES, bytes_half(range->part[RANGE_INDEX].start + 2 * block));
    *left = (offset - (block << FORMAT_PAGE_SHIFT << range->unit_shift)) / 2 +
            range->part[RANGE_INDEX].end[block];
    entry->length = 0;
    do {
        *left -= entry->length;
        if (at >= range->part[RANGE_ENTRIES].end)
            return false;
        at = read_entry(at, entry);
    } while (at && *left >= entry->length);
    return at;
}

uint32_t small_number(const struct bobbin_range *range, uint32_t offset,
                      struct table_answer *answer)
{
    struct entry entry = {0, 0};
    const uint8_t *record;
    uint32_t left;

    if (!find_entry(range, offset, &entry, &left))
        return TABLE_NO_NUMBER;
    answer->start = (offset & ~1u) - 2 * left;
    answer->end = answer->start + 2 * entry.length;
    if (!(entry.rule & FORMAT_ENTRY_HAS_ROWS))
        return entry.rule;
    record = part_at(range, RANGE_ROWS, entry.rule & (FORMAT_ENTRY_HAS_ROWS - FORMAT_RECORD_UNIT));
    if (record >= range->part[RANGE_ROWS].end)
        return TABLE_NO_NUMBER;
    answer->how &= (uint8_t)~record[FORMAT_RECORD_HOW];
    return table_row(range, record, left, &answer->how);
}
