/* SPDX-License-Identifier: MIT */
#include "handmade_crossings.h"

#include <stdlib.h>

struct pen {
    uint8_t *bytes;
    uint32_t at;
};

static void put(struct pen *pen, uint32_t value, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++) {
        if (pen->at >= HANDMADE_SIZE_MAX)
            abort();
        pen->bytes[pen->at++] = (uint8_t)(value >> 8 * i);
    }
}

static void align(struct pen *pen)
{
    while (pen->at % 4)
        put(pen, 0, 1);
}

/* A row: its address, and after all words its program. */
struct row {
    uint32_t address, row;
};

enum { ROWS_MAX = 64 };

/*
 * The rows of all blocks, after a first one that is 0. The row after a block is 0 too, unless
 * another block continues it. The words of programs are counted from 1: word 0 gives no rule.
 */
static uint32_t collect(const struct handmade_crossings *crossings, struct row *row)
{
    uint32_t count = 1;

    row[0] = (struct row){0, 0};
    for (uint32_t i = 0; i < crossings->blocks_count; i++) {
        const struct handmade_block *block = &crossings->blocks[i];
        uint32_t at = block->start;
        for (uint32_t j = 0; j < block->rows_count; j++) {
            if (count > ROWS_MAX - 3)
                abort();
            row[count].address = at;
            row[count++].row = block->rows[j].program == CROSS_NO_PROGRAM
                                   ? 0
                                   : block->rows[j].mode << 12 | (block->rows[j].program + 1);
            at += 2 * block->rows[j].halfwords;
        }
        if (i + 1 == crossings->blocks_count || crossings->blocks[i + 1].start != at)
            row[count++] = (struct row){at, 0};
    }
    return count;
}

uint32_t handmade_cross(uint8_t *out, uint32_t size_bytes,
                        const struct handmade_crossings *crossings)
{
    struct pen pen = {out, size_bytes};
    struct row row[ROWS_MAX];
    uint32_t rows_count = collect(crossings, row);

    if (rows_count % 2) {
        row[rows_count] = row[rows_count - 1];
        rows_count++;
    }
    align(&pen);
    put(&pen, CROSS(CHECK_STEP, NEVER, 0), 4);
    for (uint32_t i = 0; i < crossings->words_count; i++)
        put(&pen, crossings->words[i], 4);
    for (uint32_t i = 0; i < rows_count; i++)
        put(&pen, row[i].address, 4);
    for (uint32_t i = 0; i < rows_count; i++)
        put(&pen, row[i].row, 2);
    put(&pen, rows_count / 2, 2);
    put(&pen, crossings->words_count + 1, 2);
    out[6] |= 1;
    handmade_seal(out, pen.at);
    return pen.at;
}
