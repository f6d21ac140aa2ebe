/* SPDX-License-Identifier: MIT */
/*
 * State blocks: the state of each few bytes of the sections that contain code and are writable. The
 * core reads such sections through a callback that needs the state of each instruction. All other
 * code needs no state blocks.
 */
#ifndef GEN_ELF_STATE_BLOCKS_H
#define GEN_ELF_STATE_BLOCKS_H

#include "elf/image.h"

/* Makes the state blocks of IMAGE, whose mappings do not change any more. */
void state_blocks_make(struct image *image);
void state_blocks_free(struct image *image);

/* A block is MIXED if its bytes have several states. */
enum { STATE_BLOCK_BYTES = 16, STATE_BLOCK_MIXED = 255 };

/* Like image_state_at, for an ADDRESS in SECTION. */
static inline enum image_state
state_blocks_at(const struct image *image, const struct image_section *section, uint32_t address)
{
    uint8_t state = section->states
                        ? section->states[(address - section->address) / STATE_BLOCK_BYTES]
                        : (uint8_t)STATE_BLOCK_MIXED;

    return state == STATE_BLOCK_MIXED ? image_state_at(image, address) : (enum image_state)state;
}

#endif
