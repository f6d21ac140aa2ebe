/* SPDX-License-Identifier: MIT */
#include "exidx_walk.h"

#include <string.h>

#include "bytes.h"

#define CANTUNWIND  1u
#define ENTRY_BYTES 8

/* EHABI 6: a 31-bit offset from its own address. */
static uint32_t prel31(uint32_t address, uint32_t word)
{
    return address + (word & 0x7fffffff) - ((word & 0x40000000) << 1);
}

bool exidx_entry_in_extab(const struct exidx_entry *entry, uint32_t *address)
{
    *address = prel31(entry->address, entry->word);
    return entry->word != CANTUNWIND && !(entry->word >> 31);
}

/* Where the code of the entry at OFFSET starts. */
static uint32_t start_of(const struct image_section *index, uint32_t offset)
{
    return prel31(index->address + offset, bytes_u32(index->bytes + offset)) & ~1u;
}

static struct exidx_entry entry_at(const struct image *image, const struct image_section *index,
                                   uint32_t offset)
{
    struct exidx_entry entry = {
        .start = start_of(index, offset),
        .address = index->address + offset + 4,
        .word = bytes_u32(index->bytes + offset + 4),
    };
    const struct image_section *code = image_section_at(image, entry.start);
    uint32_t next;

    entry.end = code ? code->address + code->size_bytes : entry.start;
    if (offset + 2 * ENTRY_BYTES <= index->size_bytes) {
        next = start_of(index, offset + ENTRY_BYTES);
        entry.end = next < entry.end ? next : entry.end;
    }
    return entry;
}

bool exidx_walk_next(struct exidx_walk *walk)
{
    for (; walk->section < walk->image->sections_count; walk->section++, walk->offset = 0) {
        const struct image_section *index = &walk->image->sections[walk->section];

        if (strcmp(index->name, ".ARM.exidx") == 0 &&
            walk->offset + ENTRY_BYTES <= index->size_bytes) {
            walk->entry = entry_at(walk->image, index, walk->offset);
            walk->offset += ENTRY_BYTES;
            return true;
        }
    }
    return false;
}
