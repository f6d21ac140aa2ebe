/* SPDX-License-Identifier: MIT */
/*
 * Appends a section to an ELF file: its bytes, longer section names and a longer table of section
 * headers go to the end of the file. For `bobbin embed`.
 */
#include "elf/section_store.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/memory.h"

struct sections {
    struct buffer *file;
    Elf32_Ehdr elf;
    Elf32_Shdr *header; /* of all sections, with room for one more */
    uint32_t count;
};

static bool is_inside(const struct buffer *file, uint64_t offset, uint64_t size_bytes)
{
    return offset <= file->size && size_bytes <= file->size - offset;
}

/* Files with 0xff00 sections or more store their number elsewhere (gABI, 4). They are refused. */
static bool read_sections(struct sections *sections)
{
    const struct buffer *file = sections->file;
    const Elf32_Ehdr *elf = &sections->elf;
    size_t size_bytes;

    if (file->size < sizeof(*elf))
        return false;
    memcpy(&sections->elf, file->bytes, sizeof(*elf));
    sections->count = elf->e_shnum;
    size_bytes = sections->count * sizeof(*sections->header);
    if (elf->e_shentsize != sizeof(*sections->header) || sections->count + 1 >= SHN_LORESERVE ||
        elf->e_shstrndx >= sections->count || !is_inside(file, elf->e_shoff, size_bytes))
        return false;
    sections->header = must_realloc(NULL, sections->count + 1, sizeof(*sections->header));
    memcpy(sections->header, file->bytes + elf->e_shoff, size_bytes);
    return is_inside(file, sections->header[elf->e_shstrndx].sh_offset,
                     sections->header[elf->e_shstrndx].sh_size);
}

static Elf32_Shdr *section_named(const struct sections *sections, const char *name)
{
    const Elf32_Shdr *names = &sections->header[sections->elf.e_shstrndx];
    size_t length = strlen(name) + 1;

    for (uint32_t i = 1; i < sections->count; i++) {
        Elf32_Shdr *header = &sections->header[i];
        if (header->sh_name < names->sh_size && length <= names->sh_size - header->sh_name &&
            memcmp(sections->file->bytes + names->sh_offset + header->sh_name, name, length) == 0)
            return header;
    }
    return NULL;
}

/* If the table of section headers ends FILE, the longer table may take its place. */
static void remove_table(struct sections *sections)
{
    if (sections->elf.e_shoff + sections->count * sizeof(Elf32_Shdr) == sections->file->size)
        sections->file->size = sections->elf.e_shoff;
}

static uint32_t append(struct buffer *file, const void *bytes, uint32_t size_bytes)
{
    uint32_t offset = (uint32_t)file->size;

    buffer_put(file, bytes, size_bytes);
    return offset;
}

/* Copies the section names to the end of the file, with NAME after them. */
static uint32_t append_name(struct sections *sections, const char *name)
{
    Elf32_Shdr *names = &sections->header[sections->elf.e_shstrndx];
    uint32_t at = names->sh_size;
    uint8_t *copy = must_realloc(NULL, at + 1, 1);

    memcpy(copy, sections->file->bytes + names->sh_offset, at);
    names->sh_offset = append(sections->file, copy, at);
    free(copy);
    append(sections->file, name, (uint32_t)strlen(name) + 1);
    names->sh_size = (uint32_t)sections->file->size - names->sh_offset;
    return at;
}

static Elf32_Shdr *add_section(struct sections *sections, const char *name)
{
    Elf32_Shdr *header = &sections->header[sections->count];

    *header = (Elf32_Shdr){
        .sh_name = append_name(sections, name), .sh_type = SHT_PROGBITS, .sh_addralign = 1};
    sections->count++;
    return header;
}

static void write_table(struct sections *sections)
{
    buffer_align(sections->file, 4);
    sections->elf.e_shnum = (uint16_t)sections->count;
    sections->elf.e_shoff =
        append(sections->file, sections->header, sections->count * sizeof(Elf32_Shdr));
    memcpy(sections->file->bytes, &sections->elf, sizeof(sections->elf));
}

static void store(struct sections *sections, const char *name, const void *bytes,
                  uint32_t size_bytes)
{
    Elf32_Shdr *header = section_named(sections, name);

    if (header && header->sh_size == size_bytes &&
        is_inside(sections->file, header->sh_offset, size_bytes) &&
        memcmp(sections->file->bytes + header->sh_offset, bytes, size_bytes) == 0)
        return;
    remove_table(sections);
    if (!header)
        header = add_section(sections, name);
    header->sh_offset = append(sections->file, bytes, size_bytes);
    header->sh_size = size_bytes;
    write_table(sections);
}

int section_store(struct buffer *file, const char *path, const char *name, const void *bytes,
                  uint32_t size_bytes)
{
    struct sections sections = {.file = file};
    bool read = read_sections(&sections);

    if (read)
        store(&sections, name, bytes, size_bytes);
    free(sections.header);
    return read ? STATUS_GOOD
                : diag_error(path, "cannot add the section %s: the section headers are invalid",
                             name);
}
