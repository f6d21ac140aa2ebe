/* SPDX-License-Identifier: MIT */
/* Stores one byte of flags for each halfword of code. For the stage analysis. */
#include "analysis/code_map.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* The flags of ADDRESS. NULL where no instruction can start. */
static uint8_t *bits_of(const struct code_map *map, uint32_t address)
{
    const struct image_section *section = image_section_at(map->image, address);

    if (!section || !section->executable || address % 2)
        return NULL;
    return &map->bits[map->first[section - map->image->sections] +
                      (address - section->address) / 2];
}

static size_t count_halfwords(struct code_map *map)
{
    size_t count = 0;

    for (size_t i = 0; i < map->image->sections_count; i++) {
        map->first[i] = count;
        if (map->image->sections[i].executable)
            count += map->image->sections[i].size_bytes / 2 + 1;
    }
    return count;
}

void code_map_make(struct code_map *map, const struct image *image)
{
    struct image_walk walk = {.image = image};
    size_t count;

    map->image = image;
    map->first = must_realloc(NULL, image->sections_count + 1, sizeof(*map->first));
    count = count_halfwords(map);
    map->bits = must_realloc(NULL, count + 1, 1);
    memset(map->bits, 0, count);
    while (image_walk_next(&walk))
        *bits_of(map, walk.instruction.address) = CODE_STARTS;
}

void code_map_free(struct code_map *map)
{
    free(map->first);
    free(map->bits);
    memset(map, 0, sizeof(*map));
}

uint8_t code_map_bits(const struct code_map *map, uint32_t address)
{
    const uint8_t *bits = bits_of(map, address);

    return bits ? *bits : 0;
}

void code_map_set(struct code_map *map, uint32_t address, enum code_bit bit)
{
    uint8_t *bits = bits_of(map, address);

    if (bits && !(*bits & CODE_STARTS) == (bit == CODE_LITERAL))
        *bits |= (uint8_t)bit;
}
