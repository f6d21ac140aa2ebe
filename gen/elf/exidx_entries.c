/* SPDX-License-Identifier: MIT */
/* Walks over the entries of .ARM.exidx and measures unwinding data in .ARM.extab. */
#include "elf/exidx_entries.h"

#include <string.h>

#include "core/foreign/exidx.h"
#include "core/format/bytes.h"

bool exidx_entry_in_extab(const struct exidx_entry *entry, uint32_t *address)
{
    *address = exidx_prel31(entry->address, entry->word);
    return entry->word != EXIDX_CANT_UNWIND && !(entry->word >> 31);
}

bool exidx_generic_read(const struct image *image, uint32_t address, struct exidx_generic *generic)
{
    uint32_t routine, instructions;

    if (!image_read_number(image, address, 4, &routine) || routine >> 31 ||
        !image_read_number(image, address + 4, 4, &instructions))
        return false;
    generic->personality = exidx_prel31(address, routine) & ~1u;
    generic->language = address + 8 + 4 * (instructions >> 24);
    return true;
}

uint32_t exidx_data_bytes(const struct image *image, uint32_t address)
{
    struct exidx_generic generic;
    uint32_t word;

    if (!image_read_number(image, address, 4, &word))
        return 0;
    if (!(word >> 31))
        return exidx_generic_read(image, address, &generic) ? generic.language - address : 8;
    return word >> 24 == EXIDX_SHORT ? 4 : 4 + 4 * (word >> 16 & 0xff);
}

static uint32_t code_start(const struct image_section *index, uint32_t offset)
{
    return exidx_prel31(index->address + offset, bytes_u32(index->bytes + offset)) & ~1u;
}

static struct exidx_entry entry_at(const struct image *image, const struct image_section *index,
                                   uint32_t offset)
{
    struct exidx_entry entry = {
        .start = code_start(index, offset),
        .address = index->address + offset + 4,
        .word = bytes_u32(index->bytes + offset + 4),
    };
    const struct image_section *code = image_section_at(image, entry.start);
    uint32_t next;

    entry.end = code ? code->address + code->size_bytes : entry.start;
    if (offset + 2 * EXIDX_ENTRY_BYTES <= index->size_bytes) {
        next = code_start(index, offset + EXIDX_ENTRY_BYTES);
        entry.end = next < entry.end ? next : entry.end;
    }
    return entry;
}

bool exidx_walk_next(struct exidx_walk *walk)
{
    for (; walk->section < walk->image->sections_count; walk->section++, walk->offset = 0) {
        const struct image_section *index = &walk->image->sections[walk->section];

        if (strcmp(index->name, ".ARM.exidx") == 0 &&
            walk->offset + EXIDX_ENTRY_BYTES <= index->size_bytes) {
            walk->entry = entry_at(walk->image, index, walk->offset);
            walk->offset += EXIDX_ENTRY_BYTES;
            return true;
        }
    }
    return false;
}
