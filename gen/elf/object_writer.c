/* SPDX-License-Identifier: MIT */
/* Writes an ELF object: file header, table, section names, section headers. */
#include "elf/object_writer.h"

#include <elf.h>
#include <string.h>

#include "util/buffer.h"

static const char names[] = "\0.bobbin\0.shstrtab";
enum { NAME_BOBBIN = 1, NAME_SHSTRTAB = 9, SECTIONS = 3 };

void object_write(struct buffer *out, const uint8_t *table, uint32_t size_bytes)
{
    uint32_t padded = (size_bytes + 3) & ~3u;
    uint32_t names_at = (uint32_t)sizeof(Elf32_Ehdr) + padded;
    uint32_t headers_at = (names_at + (uint32_t)sizeof(names) + 3) & ~3u;
    Elf32_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_REL,
        .e_machine = EM_ARM,
        .e_version = EV_CURRENT,
        .e_shoff = headers_at,
        .e_flags = EF_ARM_EABI_VER5,
        .e_ehsize = sizeof(Elf32_Ehdr),
        .e_shentsize = sizeof(Elf32_Shdr),
        .e_shnum = SECTIONS,
        .e_shstrndx = SECTIONS - 1,
    };
    Elf32_Shdr sections[SECTIONS] = {
        {0},
        {.sh_name = NAME_BOBBIN,
         .sh_type = SHT_PROGBITS,
         .sh_flags = SHF_ALLOC,
         .sh_offset = sizeof(Elf32_Ehdr),
         .sh_size = size_bytes,
         .sh_addralign = 4},
        {.sh_name = NAME_SHSTRTAB,
         .sh_type = SHT_STRTAB,
         .sh_offset = names_at,
         .sh_size = sizeof(names),
         .sh_addralign = 1},
    };

    buffer_put(out, &header, sizeof(header));
    buffer_put(out, table, size_bytes);
    buffer_align(out, 4);
    buffer_put(out, names, sizeof(names));
    buffer_align(out, 4);
    buffer_put(out, sections, sizeof(sections));
}
