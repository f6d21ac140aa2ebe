/* SPDX-License-Identifier: MIT */
/*
 * .ARM.extab in the generic model (EHABI 7.2): the personality routine, unwinding instructions, and then
 * its own data, which for the routines of GCC and clang is an LSDA (the tables of the Itanium C++ ABI's
 * Level II, with DWARF's pointer encodings).
 */
#include "landing_pads.h"

#include <stdlib.h>
#include <string.h>

#include "byte_reader.h"
#include "bytes.h"
#include "diag.h"

#define CANTUNWIND 1u

/* DW_EH_PE_... (Linux Standard Base, Core, 10.5.1): the formats that occur for offsets. */
enum {
    ENCODING_ABSOLUTE = 0x00,
    ENCODING_ULEB128 = 0x01,
    ENCODING_U16 = 0x02,
    ENCODING_U32 = 0x03,
    ENCODING_OMIT = 0xff,
};

static uint32_t word_at(const struct image *image, uint32_t address)
{
    uint8_t bytes[4] = {0};

    image_read(image, address, bytes, sizeof(bytes));
    return bytes_u32(bytes);
}

/* EHABI 6: a distance of 31 bits, from where it stands. */
static uint32_t prel31(uint32_t address, uint32_t word)
{
    uint32_t distance = word & 0x7fffffff;

    return address + (distance & 0x40000000 ? distance | 0x80000000 : distance);
}

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

/* The call sites of the function at BASE. A landing pad of 0 is none. */
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
        byte_reader_uleb128(reader); /* which catches: any may be taken */
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

/* The entry in .ARM.extab at ADDRESS of the function at BASE. */
static void read_entry(struct landing_pads *pads, const struct image *image, uint32_t address,
                       uint32_t base)
{
    const struct image_section *section = image_section_at(image, address);
    struct byte_reader reader = {0};
    uint32_t more;

    if (!section || word_at(image, address) >> 31)
        return;
    reader.at = section->bytes + (address - section->address);
    reader.end = section->bytes + section->size_bytes;
    byte_reader_skip(&reader, 4);
    more = (uint32_t)byte_reader_number(&reader, 4) >> 24;
    if (byte_reader_skip(&reader, 4 * more))
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
    memset(pads, 0, sizeof(*pads));
    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *index = &image->sections[i];
        if (strcmp(index->name, ".ARM.exidx") != 0)
            continue;
        for (uint32_t offset = 0; offset + 8 <= index->size_bytes; offset += 8) {
            uint32_t at = index->address + offset;
            uint32_t word = word_at(image, at + 4);
            if (word != CANTUNWIND && !(word >> 31))
                read_entry(pads, image, prel31(at + 4, word), prel31(at, word_at(image, at)) & ~1u);
        }
    }
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
