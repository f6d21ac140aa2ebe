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

static uint32_t halfwords_of(const struct handmade_block *block)
{
    uint32_t halfwords = 0;

    for (uint32_t i = 0; i < block->rows_count; i++)
        halfwords += block->rows[i].halfwords;
    return halfwords;
}

static void put_row(struct pen *pen, const struct handmade_crossing *row)
{
    if (row->halfwords >= 0xe0)
        put(pen, 0xe0 + row->halfwords / 256, 1);
    put(pen, row->halfwords % 256, 1);
    put(pen, row->mode << 12 | row->program, 2);
}

static uint32_t row_bytes(const struct handmade_crossing *row)
{
    return row->halfwords >= 0xe0 ? 4 : 3;
}

uint32_t handmade_cross(uint8_t *out, uint32_t size_bytes,
                        const struct handmade_crossings *crossings)
{
    struct pen pen = {out, size_bytes};
    uint32_t start, rows = 0;

    align(&pen);
    start = pen.at;
    put(&pen, crossings->blocks_count, 2);
    put(&pen, crossings->words_count, 2);
    for (uint32_t i = 0; i < crossings->blocks_count; i++) {
        const struct handmade_block *block = &crossings->blocks[i];
        put(&pen, block->start, 4);
        put(&pen, rows, 2);
        put(&pen, halfwords_of(block), 2);
        for (uint32_t row = 0; row < block->rows_count; row++)
            rows += row_bytes(&block->rows[row]);
    }
    for (uint32_t i = 0; i < crossings->words_count; i++)
        put(&pen, crossings->words[i], 4);
    for (uint32_t i = 0; i < crossings->blocks_count; i++)
        for (uint32_t row = 0; row < crossings->blocks[i].rows_count; row++)
            put_row(&pen, &crossings->blocks[i].rows[row]);
    align(&pen);
    put(&pen, start, 4);
    out[6] |= 1;
    handmade_seal(out, pen.at);
    return pen.at;
}
