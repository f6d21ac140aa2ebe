/* SPDX-License-Identifier: MIT */
/* Inside core: the look-up of a program in CROSSINGS (crossing_format.h). */
#ifndef BOBBIN_PROGRAM_FIND_H
#define BOBBIN_PROGRAM_FIND_H

#include "../format/bytes.h"
#include "../format/crossing_format.h"
#include "../unwind/find.h"

/* A program in a table: WORD is its first word, END the end of all programs. */
struct program {
    const uint8_t *word, *end;
    uint32_t mode; /* bits 3..0 of the mode of the code, or CROSSING_MODE_ANY */
};

/*
 * Finds the program for KEY, a key of find.h, in TABLE. Returns NONE and fills PROGRAM; or NO_RULE;
 * or CORRUPT. Reads no row outside the table.
 */
static inline enum bobbin_stop program_find(const struct bobbin_table *table, uint32_t key,
                                            struct program *program)
{
    uint32_t address = key - table->key_bias, low = 0, high, row;
    uint32_t left = (table->size_bytes & ~3u) - 4, offset, rows_count;
    const uint8_t *at = table->bytes;

    if (!(at[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return BOBBIN_STOP_NO_RULE;
    offset = bytes_word(at + left) & ~3u;
    if (offset >= left)
        return BOBBIN_STOP_CORRUPT;
    at += offset;
    high = rows_count = bytes_half(at + CROSSING_ROWS_COUNT);
    program->end = at + CROSSING_ROWS + 4 * (rows_count + bytes_half(at + CROSSING_WORDS_COUNT));
    if ((uint32_t)(program->end - at) + 2 * rows_count > left - offset)
        return BOBBIN_STOP_CORRUPT;
    at += CROSSING_ROWS;
    while (low < high) { /* LOW becomes the number of rows that start at or before ADDRESS */
        uint32_t middle = (low + high) / 2;
        if (bytes_word(at + 4 * middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    row = bytes_half(program->end + 2 * low - 2);
    program->mode = row >> CROSSING_MODE_SHIFT;
    program->word = at + 4 * (rows_count + (row & CROSSING_PROGRAM_MASK));
    return BOBBIN_STOP_NONE;
}

#endif
