/* SPDX-License-Identifier: MIT */
#include "tables.h"

#include <string.h>

#include "places.h"

enum { CHANGES_MAX = 16, HEADER_BYTES = 64, IDENTITY_BYTES = 12 };

/* The size of a copy: the table ends where the guard begins, but starts at a word. */
static uint32_t copy_bytes(const struct bobbin_table *table)
{
    return (table->size_bytes + 3) & ~3u;
}

uint32_t tables_start(const struct bobbin_table *table)
{
    return (uint32_t)__heap_end - copy_bytes(table);
}

/* A bit, or a word that is small or random. The header and the ranges are changed most often. */
static void change(uint8_t *copy, uint32_t size_bytes)
{
    uint32_t at = places_below(places_one_in(3) ? HEADER_BYTES : size_bytes) & ~3u;
    uint32_t word = places_one_in(2) ? places_random() : places_below(size_bytes);

    if (places_one_in(2))
        copy[at + places_below(4)] ^= (uint8_t)(1u << places_below(8));
    else
        memcpy(copy + at, &word, sizeof(word));
}

bool tables_damage(const struct bobbin_table *table, struct bobbin_table *damaged)
{
    uint8_t *copy = (uint8_t *)tables_start(table);
    uint32_t size_bytes = copy_bytes(table);

    memcpy(copy, table->bytes, size_bytes);
    for (uint32_t i = 1 + places_below(CHANGES_MAX); i > 0; i--)
        change(copy, size_bytes);
    if (!places_one_in(8)) /* else nearly all would be refused for magic, version and size */
        memcpy(copy, table->bytes, IDENTITY_BYTES);
    if (bobbin_table_open(damaged, copy, size_bytes, 0) != BOBBIN_TABLE_OK)
        return false;
    (void)bobbin_table_verify(damaged);
    return true;
}
