/* SPDX-License-Identifier: MIT */
#include "program_find.h"

#include "../format/table_format.h"

/*
 * Looks up KEY, a key of find.h, in the CROSSINGS of TABLE. No row and no program is read outside
 * the table.
 */
static inline enum bobbin_stop find_in_table(const struct bobbin_table *table, uint32_t key,
                                             struct program *program)
{
    uint32_t address = key - table->key_bias;
    const uint8_t *end = table->bytes + (table->size_bytes & ~3u) - 4;
    uint32_t offset = bytes_word(end), low = 0, high, counts, left;
    const uint8_t *at, *block;

    if (!(table->bytes[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return BOBBIN_STOP_NO_RULE;
    at = table->bytes + offset;
    if ((offset & 3) || offset >= (uint32_t)(end - table->bytes))
        return BOBBIN_STOP_CORRUPT;
    counts = bytes_word(at);
    at += CROSSING_BLOCKS;
    high = counts & 0xffff;
    offset = CROSSING_BLOCK_BYTES * high + 4 * (counts >> 16);
    if (offset > (uint32_t)(end - at))
        return BOBBIN_STOP_CORRUPT;
    program->word = at + CROSSING_BLOCK_BYTES * high;
    program->end = at + offset;
    while (low < high) { /* LOW becomes the number of blocks that start at or before ADDRESS */
        uint32_t middle = (low + high) / 2;
        if (bytes_word(at + CROSSING_BLOCK_BYTES * middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return BOBBIN_STOP_NO_RULE;
    block = at + CROSSING_BLOCK_BYTES * (low - 1);
    left = (address - bytes_word(block)) / 2;
    if (left >= bytes_half(block + CROSSING_BLOCK_SIZE))
        return BOBBIN_STOP_NO_RULE;
    for (at = program->end + bytes_half(block + CROSSING_BLOCK_ROWS); at + 3 <= end; at += 3) {
        uint32_t halfwords = *at;
        if (halfwords >= FORMAT_ROW_LONG)
            halfwords = (halfwords - FORMAT_ROW_LONG) << 8 | *++at;
        if (left < halfwords) {
            uint32_t row = bytes_u16(at + 1), number = row & CROSSING_NO_PROGRAM;
            program->mode = row >> CROSSING_MODE_SHIFT;
            program->word += 4 * number;
            return number == CROSSING_NO_PROGRAM ? BOBBIN_STOP_NO_RULE : BOBBIN_STOP_NONE;
        }
        left -= halfwords;
    }
    return BOBBIN_STOP_CORRUPT;
}

enum bobbin_stop program_find(const struct bobbin_cursor *cursor, const struct bobbin_env *env,
                              struct program *program)
{
    enum bobbin_stop stop = BOBBIN_STOP_NO_RULE;
    const struct bobbin_table *table = env->tables;

    for (uint32_t left = env->tables_count; stop == BOBBIN_STOP_NO_RULE && left; left--)
        stop = find_in_table(table++, find_key(cursor), program);
    return stop;
}
