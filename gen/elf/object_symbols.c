/* SPDX-License-Identifier: MIT */
/* Makes the objects in code sections data; see object_symbols.h. */
#include "elf/object_symbols.h"

#include <stdlib.h>

#include "util/memory.h"

void object_symbols_add(struct object_symbols *objects, const GElf_Sym *symbol)
{
    if (symbol->st_size)
        array_push(objects->address, objects->count, objects->capacity, (uint32_t)symbol->st_value);
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Whether the mapping symbol before ADDRESS says code, and no symbol at ADDRESS decides. */
static bool needs_mapping(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);
    size_t i = array_upper_bound(image->mappings, image->mappings_count, address, address);

    return section && section->executable && i > 0 && image->mappings[i - 1].address != address &&
           image->mappings[i - 1].address >= section->address &&
           image->mappings[i - 1].state != IMAGE_DATA && !image_function_starts(image, address);
}

/*
 * Where the mapping of an object at ADDRESS ends: at the next mapping symbol, or at a function
 * before it. Sets *STATE to the state of such a function, and to data if there is none.
 */
static uint32_t end_of_data(const struct image *image, uint32_t address, enum image_state *state)
{
    size_t function = array_upper_bound(image->functions, image->functions_count, address, address);
    uint32_t end;

    image_state_until(image, address, &end);
    *state = IMAGE_DATA;
    if (function < image->functions_count && image->functions[function].address < end) {
        *state = image->functions[function].thumb ? IMAGE_THUMB : IMAGE_ARM;
        end = image->functions[function].address;
    }
    return end;
}

static void add_mappings(const struct object_symbols *objects, const struct image *image,
                         struct image_mapping **added, size_t *count)
{
    size_t capacity = 0;
    uint32_t end = 0;

    for (size_t i = 0; i < objects->count; i++) {
        struct image_mapping data = {.address = objects->address[i], .state = IMAGE_DATA};
        struct image_mapping after = {.address = 0};
        if (data.address < end || !needs_mapping(image, data.address))
            continue;
        end = end_of_data(image, data.address, &after.state);
        after.address = end;
        array_push(*added, *count, capacity, data);
        if (after.state != IMAGE_DATA)
            array_push(*added, *count, capacity, after);
    }
}

void object_symbols_map(struct object_symbols *objects, struct image *image)
{
    struct image_mapping *added = NULL;
    size_t count = 0;

    if (objects->count && image->mappings_count) {
        qsort(objects->address, objects->count, sizeof(*objects->address), ascending);
        add_mappings(objects, image, &added, &count);
    }
    if (count) {
        image->mappings =
            must_realloc(image->mappings, image->mappings_count + count, sizeof(*image->mappings));
        memcpy(image->mappings + image->mappings_count, added, count * sizeof(*added));
        image->mappings_count += count;
    }
    free(added);
    free(objects->address);
}
