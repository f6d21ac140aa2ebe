/* SPDX-License-Identifier: MIT */
/* Writes the entries of a range in blocks, for tables with FORMAT_HOW_CODE. */
#include <stdlib.h>

#include "core/format/table_format.h"
#include "encode/entries.h"

static void put_entry(struct buffer *out, const struct encode_entry *entry)
{
    uint32_t halfwords = (entry->end - entry->start + 1) / 2;
    bool has_number = entry->number != FORMAT_RULE_CODE || halfwords > FORMAT_LONG_MAX;

    if (has_number && halfwords > FORMAT_WIDE_MAX) {
        buffer_u8(out, FORMAT_ENTRY_LONGEST);
        buffer_u16(out, halfwords);
    } else if (has_number) {
        buffer_u8(out, FORMAT_ENTRY_WIDE | halfwords >> 8);
        buffer_u8(out, halfwords & 0xff);
    } else {
        if (halfwords >= FORMAT_ENTRY_LONG)
            buffer_u8(out, FORMAT_ENTRY_LONG | halfwords >> 8);
        buffer_u8(out, halfwords & 0xff);
    }
    if (has_number)
        buffer_u16(out, entry->number);
}

#define ENTRIES_PER_BLOCK 8 /* on average; fewer cost bytes of INDEX, more cost look-up time */

/*
 * Returns the shift of the smallest block that is at least two thirds as large as a block with
 * ENTRIES_PER_BLOCK entries on average.
 */
static uint32_t choose_shift(uint32_t size_bytes, size_t count)
{
    uint64_t wanted = (uint64_t)size_bytes * ENTRIES_PER_BLOCK / count;
    uint32_t shift = FORMAT_PAGE_SHIFT;

    while (shift < FORMAT_BLOCK_SHIFT_MAX + FORMAT_PAGE_SHIFT &&
           ((uint64_t)1 << shift) * 3 / 2 < wanted)
        shift++;
    return shift;
}

/*
 * Writes the index of each block that starts in ENTRY: OFFSET, where the bytes of ENTRY start, and
 * the distance from the start of ENTRY to the start of the block.
 */
static void put_blocks(const struct encode_entry *entry, uint32_t shift, uint32_t offset,
                       struct buffer *index, struct buffer *before)
{
    uint64_t block = (entry->start + ((uint64_t)1 << shift) - 1) >> shift;

    for (; block << shift < entry->end; block++) {
        uint64_t halfwords = ((block << shift) - entry->start) / 2;
        buffer_u16(index, offset);
        buffer_u8(before,
                  halfwords < FORMAT_BEFORE_MORE ? (uint32_t)halfwords : FORMAT_BEFORE_MORE);
    }
}

struct encode_shape encode_blocks(const struct encode_entry *entry, size_t count,
                                  struct buffer *entries, struct buffer *index)
{
    uint32_t shift = choose_shift(entry[count - 1].end, count);
    size_t first = entries->size, index_at = index->size;
    uint32_t counts;
    struct buffer before = {0};

    for (size_t i = 0; i < count; i++) {
        put_blocks(&entry[i], shift, (uint32_t)(entries->size - first), index, &before);
        put_entry(entries, &entry[i]);
    }
    counts = (uint32_t)(index->size - index_at);
    buffer_put(index, before.bytes, before.size);
    buffer_u8(index, 0);
    free(before.bytes);
    return (struct encode_shape){shift - FORMAT_PAGE_SHIFT, 0, counts};
}
