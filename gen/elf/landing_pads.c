/* SPDX-License-Identifier: MIT */
/*
 * Finds landing pads in the language data of .ARM.extab. For the personality routines of GCC and
 * clang these data are an LSDA (Itanium C++ ABI, Level II, with DWARF pointer encodings).
 */
#include "elf/landing_pads.h"

#include <stdlib.h>
#include <string.h>

#include "elf/exidx_entries.h"
#include "util/byte_reader.h"
#include "util/memory.h"

/* DW_EH_PE_... (Linux Standard Base, Core, 10.5.1): the formats of offsets in an LSDA. */
enum {
    ENCODING_ABSOLUTE = 0x00,
    ENCODING_ULEB128 = 0x01,
    ENCODING_U16 = 0x02,
    ENCODING_U32 = 0x03,
    ENCODING_OMIT = 0xff,
};

static uint32_t next_encoded(struct byte_reader *reader, uint32_t encoding)
{
    switch (encoding) {
    case ENCODING_ULEB128:
        return (uint32_t)byte_reader_uleb128(reader);
    case ENCODING_U16:
        return (uint32_t)byte_reader_number(reader, 2);
    case ENCODING_ABSOLUTE:
    case ENCODING_U32:
        return (uint32_t)byte_reader_number(reader, 4);
    default:
        reader->failed = true;
        return 0;
    }
}

/*
 * Reads the call sites of the function at BASE. A call site whose landing pad has offset 0 has no
 * landing pad.
 */
static void read_call_sites(struct landing_pads *pads, struct byte_reader *reader, uint32_t base)
{
    uint32_t encoding = (uint32_t)byte_reader_number(reader, 1);
    uint64_t size_bytes = byte_reader_uleb128(reader);
    const uint8_t *end = reader->at + size_bytes;

    if (reader->failed || size_bytes > (uint64_t)(reader->end - reader->at))
        return;
    while (reader->at < end) {
        struct landing_pad site = {.start = base + next_encoded(reader, encoding)};
        site.end = site.start + next_encoded(reader, encoding);
        site.pad = base + (next_encoded(reader, encoding) & ~1u);
        byte_reader_uleb128(reader); /* the action (which catch applies) does not matter here */
        if (reader->failed)
            return;
        if (site.pad != base)
            array_push(pads->pad, pads->count, pads->capacity, site);
    }
}

static void read_lsda(struct landing_pads *pads, struct byte_reader *reader, uint32_t base)
{
    uint32_t encoding = (uint32_t)byte_reader_number(reader, 1);

    if (encoding != ENCODING_OMIT)
        base = next_encoded(reader, encoding);
    if (byte_reader_number(reader, 1) != ENCODING_OMIT)
        byte_reader_uleb128(reader);
    if (!reader->failed)
        read_call_sites(pads, reader, base);
}

/* Reads the entry at ADDRESS in .ARM.extab, which belongs to the function at BASE. */
static void read_entry(struct landing_pads *pads, const struct image *image, uint32_t address,
                       uint32_t base)
{
    const struct image_section *section = image_section_at(image, address);
    struct exidx_generic generic;
    struct byte_reader reader = {0};

    if (!section || !exidx_generic_read(image, address, &generic))
        return;
    reader.at = section->bytes + (address - section->address);
    reader.end = section->bytes + section->size_bytes;
    if (byte_reader_skip(&reader, generic.language - address))
        read_lsda(pads, &reader, base);
}

static int by_start(const void *a, const void *b)
{
    const struct landing_pad *x = a;
    const struct landing_pad *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

void landing_pads_find(struct landing_pads *pads, const struct image *image)
{
    struct exidx_walk walk = {.image = image};
    uint32_t extab;

    memset(pads, 0, sizeof(*pads));
    while (exidx_walk_next(&walk))
        if (exidx_entry_in_extab(&walk.entry, &extab))
            read_entry(pads, image, extab, walk.entry.start);
    if (pads->count)
        qsort(pads->pad, pads->count, sizeof(*pads->pad), by_start);
}

void landing_pads_free(struct landing_pads *pads)
{
    free(pads->pad);
    memset(pads, 0, sizeof(*pads));
}

const struct landing_pad *landing_pads_at(const struct landing_pads *pads, uint32_t address)
{
    size_t low = 0;
    size_t high = pads->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct landing_pad *site = &pads->pad[middle];
        if (address < site->start)
            high = middle;
        else if (address >= site->end)
            low = middle + 1;
        else
            return site;
    }
    return NULL;
}
