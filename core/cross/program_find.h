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
    uint32_t address = key - table->key_bias, left = (table->size_bytes & ~3u) - 4;
    const uint8_t *last = table->bytes + left, *rows, *first, *at;
    uint32_t pairs_count = bytes_half(last), words_count = bytes_half(last + 2), row;
    uint32_t count = 2 * pairs_count, half;

    if (!(table->bytes[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return BOBBIN_STOP_NO_RULE;
    if (CROSSING_PAIR_BYTES * pairs_count + 4 * words_count > left)
        return BOBBIN_STOP_CORRUPT;
    rows = last - 4 * pairs_count;
    first = at = rows - 8 * pairs_count;
    do {
        half = count / 2;
        count -= half;
        if (bytes_word(at + 4 * half) <= address)
            at += 4 * half;
    } while (count > 1);
    row = bytes_half(rows + (uint32_t)(at - first) / 2);
    program->mode = row >> CROSSING_MODE_SHIFT;
    program->end = first;
    program->word = first - 4 * words_count + 4 * (row & CROSSING_PROGRAM_MASK);
    return BOBBIN_STOP_NONE;
}

#endif
