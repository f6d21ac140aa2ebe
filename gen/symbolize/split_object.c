/* SPDX-License-Identifier: MIT */
/* Writes a unit of split DWARF as an ELF file in memory; see split_object.h. */
#include "symbolize/split_object.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "util/byte_reader.h"

enum { SECTION_ADDR = SPLIT_PARTS + 1, SECTION_NAMES, SECTIONS };

/* The names of the sections, each of NAME_BYTES. */
#define NAME_BYTES 24
static const char names[SECTIONS][NAME_BYTES] = {
    "",
    [1 + SPLIT_INFO] = ".debug_info",
    [1 + SPLIT_ABBREV] = ".debug_abbrev",
    [1 + SPLIT_LINE] = ".debug_line",
    [1 + SPLIT_STR_OFFSETS] = ".debug_str_offsets",
    [1 + SPLIT_RNGLISTS] = ".debug_rnglists",
    [1 + SPLIT_STR] = ".debug_str",
    [SECTION_ADDR] = ".debug_addr",
    [SECTION_NAMES] = ".shstrtab",
};

/*
 * Copies the strings to which the offsets in OLD point to STRINGS, and the changed offsets to
 * OFFSETS. DWARF 5 has a header of 8 bytes before the offsets.
 */
static void compact(const struct split_bytes *old, const struct split_bytes *old_strings,
                    uint32_t version, struct buffer *offsets, struct buffer *strings)
{
    struct byte_reader in = {old->bytes, old->bytes + old->size, false};
    size_t header_bytes = version >= 5 ? 8 : 0;

    if (!byte_reader_skip(&in, header_bytes))
        return;
    buffer_put(offsets, old->bytes, header_bytes);
    buffer_u8(strings, 0);
    while (in.end - in.at >= 4) {
        uint32_t offset = (uint32_t)byte_reader_number(&in, 4);
        size_t left = offset < old_strings->size ? old_strings->size - offset : 0;
        buffer_u32(offsets, left ? (uint32_t)strings->size : 0);
        if (left) {
            const char *text = (const char *)old_strings->bytes + offset;
            buffer_put(strings, text, strnlen(text, left));
            buffer_u8(strings, 0);
        }
    }
}

static void write_section(struct buffer *out, Elf32_Shdr *header, size_t number,
                          const struct split_bytes *bytes)
{
    header->sh_name = (uint32_t)(number * NAME_BYTES);
    header->sh_type = number == SECTION_NAMES ? SHT_STRTAB : SHT_PROGBITS;
    header->sh_addralign = 1;
    header->sh_offset = (uint32_t)out->size;
    header->sh_size = (uint32_t)bytes->size;
    buffer_put(out, bytes->bytes, bytes->size);
}

static void write_header(struct buffer *out)
{
    Elf32_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_ARM,
        .e_version = EV_CURRENT,
        .e_ehsize = sizeof(Elf32_Ehdr),
        .e_shentsize = sizeof(Elf32_Shdr),
        .e_shnum = SECTIONS,
        .e_shstrndx = SECTION_NAMES,
    };

    buffer_put(out, &header, sizeof(header));
}

/* Appends all sections to OUT, and leaves out those without bytes. */
static void write_sections(struct buffer *out, const struct split_bytes sections[SECTIONS])
{
    Elf32_Shdr headers[SECTIONS] = {{0}};

    for (size_t i = 1; i < SECTIONS; i++)
        if (sections[i].size)
            write_section(out, &headers[i], i, &sections[i]);
    buffer_align(out, 4);
    buffer_set_u32(out, offsetof(Elf32_Ehdr, e_shoff), (uint32_t)out->size);
    buffer_put(out, headers, sizeof(headers));
}

void split_object_write(struct buffer *out, const struct split_parts *parts, uint32_t version,
                        const struct split_bytes *addresses)
{
    struct split_bytes sections[SECTIONS] = {{0}};
    struct buffer offsets = {0};
    struct buffer strings = {0};

    compact(&parts->part[SPLIT_STR_OFFSETS], &parts->part[SPLIT_STR], version, &offsets, &strings);
    for (int part = 0; part < SPLIT_PARTS; part++)
        sections[1 + part] = parts->part[part];
    sections[1 + SPLIT_STR_OFFSETS] = (struct split_bytes){offsets.bytes, offsets.size};
    sections[1 + SPLIT_STR] = (struct split_bytes){strings.bytes, strings.size};
    sections[SECTION_ADDR] = *addresses;
    sections[SECTION_NAMES] = (struct split_bytes){(const uint8_t *)names, sizeof(names)};
    write_header(out);
    write_sections(out, sections);
    free(offsets.bytes);
    free(strings.bytes);
}
