/* SPDX-License-Identifier: MIT */
/*
 * Builds a table in RAM for an image without one, so that bobbin_exidx can read the linker's
 * .ARM.exidx: header, one range and FOREIGN (table_format.h).
 */
#include "exidx.h"

enum {
    RANGES = FORMAT_HEADER_BYTES,
    FOREIGN = RANGES + FORMAT_RANGE_BYTES,
    PART = FOREIGN + FORMAT_FOREIGN_HEADER_BYTES,
    TABLE_BYTES = PART + EXIDX_PART_BYTES,
};

_Static_assert(TABLE_BYTES == 4 * BOBBIN_EXIDX_WORDS, "bobbin.h says how much room it takes");

static void put(uint32_t *words, uint32_t offset, uint32_t value)
{
    words[offset / 4] = value;
}

/* Writes the address START and the size END - START, as two words at OFFSET. */
static void put_extent(uint32_t *words, uint32_t offset, const void *start, const void *end)
{
    put(words, offset, (uint32_t)(uintptr_t)start);
    put(words, offset + 4, (uint32_t)((uintptr_t)end - (uintptr_t)start));
}

enum bobbin_table_error bobbin_exidx_open(struct bobbin_table *table,
                                          uint32_t words[BOBBIN_EXIDX_WORDS],
                                          const struct bobbin_exidx_image *image)
{
    for (uint32_t i = 0; i < BOBBIN_EXIDX_WORDS; i++)
        ((volatile uint32_t *)words)[i] = 0; /* volatile: no call of memset */
    put(words, 0, FORMAT_MAGIC);
    put(words, FORMAT_HEADER_MAJOR, FORMAT_MAJOR | FORMAT_MINOR << 8);
    put(words, FORMAT_HEADER_SIZE, TABLE_BYTES);
    put(words, FORMAT_HEADER_RANGES, 1);
    put(words, RANGES + FORMAT_RANGE_UNIT_SHIFT, (FORMAT_HOW_CODE | FORMAT_HOW_FOREIGN) << 8);
    put(words, RANGES + FORMAT_RANGE_ROWS, FOREIGN);
    put_extent(words, RANGES + FORMAT_RANGE_START, image->code_start, image->code_end);
    put(words, RANGES + FORMAT_RANGE_SIZE, words[(RANGES + FORMAT_RANGE_FAST) / 4]);
    put(words, RANGES + FORMAT_RANGE_FAST, 0);
    put(words, FOREIGN + FORMAT_FOREIGN_NUMBER, FORMAT_FOREIGN_EXIDX);
    put(words, FOREIGN + FORMAT_FOREIGN_SIZES, EXIDX_PART_BYTES);
    put_extent(words, PART + EXIDX_PART_INDEX, image->index_start, image->index_end);
    put_extent(words, PART + EXIDX_PART_DATA, image->data_start, image->data_end);
    return bobbin_table_open(table, words, TABLE_BYTES, 0);
}
