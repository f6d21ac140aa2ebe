/* SPDX-License-Identifier: MIT */
/* Keeps the states of writable code by blocks; see state_blocks.h. */
#include "elf/state_blocks.h"

#include <stdlib.h>

#include "util/memory.h"

static uint8_t state_of_block(const struct image *image, uint32_t address)
{
    uint32_t end;
    enum image_state state = image_state_until(image, address, &end);

    return end - address >= STATE_BLOCK_BYTES ? (uint8_t)state : STATE_BLOCK_MIXED;
}

void state_blocks_make(struct image *image)
{
    for (size_t i = 0; image->mappings_count && i < image->sections_count; i++) {
        struct image_section *section = &image->sections[i];
        size_t count = section->size_bytes / STATE_BLOCK_BYTES + 1;

        if (!section->executable || !section->writable)
            continue;
        section->states = must_realloc(NULL, count, sizeof(*section->states));
        for (size_t j = 0; j < count; j++)
            section->states[j] =
                state_of_block(image, section->address + (uint32_t)j * STATE_BLOCK_BYTES);
    }
}

void state_blocks_free(struct image *image)
{
    for (size_t i = 0; i < image->sections_count; i++)
        free(image->sections[i].states);
}
