/* SPDX-License-Identifier: MIT */
/* Reads the sections and the build id of an ELF file, and answers questions about addresses. */
#include "elf/image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/format/bytes.h"
#include "elf/debug_section.h"
#include "elf/state_blocks.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- opening -------------------------------------------------------------------------------- */

static int check_header(struct image *image)
{
    GElf_Ehdr header;

    if (elf_kind(image->elf) != ELF_K_ELF || !gelf_getehdr(image->elf, &header))
        return diag_error(image->path,
                          "not an ELF file; give the firmware image that the linker wrote");
    if (header.e_ident[EI_CLASS] != ELFCLASS32)
        return diag_error(image->path, "a 64-bit ELF file; bobbin reads 32-bit ARM images");
    if (header.e_machine != EM_ARM)
        return diag_error(image->path,
                          "an ELF file for another processor (ELF machine %u, ARM is 40)",
                          header.e_machine);
    if (header.e_ident[EI_DATA] != ELFDATA2LSB)
        return diag_error(image->path, "a big-endian image; bobbin reads little-endian images");
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return diag_error(
            image->path,
            "not a linked image (ELF type %u); give the firmware that the linker wrote",
            header.e_type);
    if (header.e_shoff == 0)
        return diag_error(image->path, "no section headers; give the image as the linker wrote it");
    image->entry = (uint32_t)header.e_entry & ~1u;
    image->entry_thumb = header.e_entry & 1;
    return STATUS_GOOD;
}

static int open_elf(struct image *image)
{
    struct stat info;

    image->fd = open(image->path, O_RDONLY | O_CLOEXEC);
    if (image->fd < 0 || fstat(image->fd, &info) != 0)
        return diag_error(image->path, "cannot read: %s", strerror(errno));
    if (!S_ISREG(info.st_mode))
        return diag_error(image->path, "not a regular file");
    elf_version(EV_CURRENT);
    image->elf = elf_begin(image->fd, ELF_C_READ_MMAP, NULL);
    if (!image->elf)
        return diag_error(image->path, "cannot read as ELF: %s", elf_errmsg(-1));
    return check_header(image);
}

static int by_address(const void *a, const void *b)
{
    const struct image_section *x = a;
    const struct image_section *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static int load_section(struct image *image, Elf_Scn *scn, const GElf_Shdr *header,
                        size_t *capacity)
{
    size_t names;
    const char *name = NULL;
    Elf_Data *data = elf_rawdata(scn, NULL);

    if (elf_getshdrstrndx(image->elf, &names) == 0)
        name = elf_strptr(image->elf, names, header->sh_name);
    if (!data || data->d_size != header->sh_size || (header->sh_size && !data->d_buf))
        return diag_error(image->path,
                          "section %s goes past the end of the file; the file is incomplete",
                          name ? name : "?");
    if (header->sh_addr > UINT32_MAX || header->sh_addr + header->sh_size > UINT32_MAX)
        return diag_error(image->path, "section %s goes past the end of the address space",
                          name ? name : "?");
    struct image_section section = {
        .name = name ? name : "",
        .address = (uint32_t)header->sh_addr,
        .size_bytes = (uint32_t)header->sh_size,
        .bytes = data->d_buf,
        .file_offset = header->sh_offset,
        .executable = (header->sh_flags & SHF_EXECINSTR) != 0,
        .writable = (header->sh_flags & SHF_WRITE) != 0,
    };
    array_push(image->sections, image->sections_count, *capacity, section);
    return STATUS_GOOD;
}

static int load_sections(struct image *image)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    size_t capacity = 0;
    size_t count;
    int status;

    if (elf_getshdrnum(image->elf, &count) != 0)
        return diag_error(image->path, "cannot read the section headers: %s", elf_errmsg(-1));
    while ((scn = elf_nextscn(image->elf, scn))) {
        if (!gelf_getshdr(scn, &header))
            return diag_error(image->path, "cannot read the section headers: %s", elf_errmsg(-1));
        if (!(header.sh_flags & SHF_ALLOC) || header.sh_type == SHT_NOBITS || header.sh_size == 0)
            continue;
        status = load_section(image, scn, &header, &capacity);
        if (status != STATUS_GOOD)
            return status;
    }
    if (image->sections_count == 0)
        return diag_error(
            image->path,
            "no section is loaded on the target; the file is incomplete or not an image");
    qsort(image->sections, image->sections_count, sizeof(*image->sections), by_address);
    for (size_t i = 0; i < image->sections_count; i++)
        if (image->sections[i].size_bytes > image->sections[image->largest].size_bytes)
            image->largest = i;
    for (size_t i = 1; i < image->sections_count; i++)
        if (image->sections[i].address - image->sections[i - 1].address <
            image->sections[i - 1].size_bytes)
            return diag_error(image->path, "sections %s and %s overlap at 0x%08x",
                              image->sections[i - 1].name, image->sections[i].name,
                              image->sections[i].address);
    return STATUS_GOOD;
}

static void load_build_id(struct image *image)
{
    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        Elf_Data data = {.d_buf = (void *)(uintptr_t)section->bytes,
                         .d_size = section->size_bytes,
                         .d_type = ELF_T_NHDR,
                         .d_version = EV_CURRENT};
        GElf_Nhdr note;
        size_t name, value;
        if (strcmp(section->name, ".note.gnu.build-id") != 0 ||
            gelf_getnote(&data, 0, &note, &name, &value) == 0 ||
            note.n_descsz > sizeof(image->build_id))
            continue;
        memcpy(image->build_id, section->bytes + value, note.n_descsz);
        image->build_id_size = note.n_descsz;
    }
}

/* ---- debug information ----------------------------------------------------------------------- */

Elf *image_debug_elf(const struct image *image)
{
    return image->debug_file.elf ? image->debug_file.elf : image->elf;
}

static bool has_debug_information(Elf *elf)
{
    return debug_section_exists(elf, ".debug_info") || debug_section_exists(elf, ".debug_line");
}

static void open_dwarf(struct image *image)
{
    Elf *elf = image_debug_elf(image);

    if (!has_debug_information(elf))
        elf = image->elf;
    image->unreadable = debug_section_unreadable(elf);
    if (!image->unreadable)
        image->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
}

/* Whether ELF has an executable section with bytes, or without bytes. */
static bool has_code(Elf *elf, bool with_bytes)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;

    while ((scn = elf_nextscn(elf, scn)))
        if (gelf_getshdr(scn, &header) && (header.sh_flags & SHF_EXECINSTR) &&
            (header.sh_type != SHT_NOBITS) == with_bytes)
            return true;
    return false;
}

/* `objcopy --only-keep-debug` keeps the headers of code sections, but not their bytes. */
static int check_code(const struct image *image)
{
    if (has_code(image->elf, true) || !has_code(image->elf, false) ||
        !has_debug_information(image->elf))
        return STATUS_GOOD;
    return diag_error(image->path, "has only debug information and no code; give the image itself, "
                                   "and this file with --debug-file=");
}

int image_read_file(struct image *image, const char *path, struct debug_paths *given)
{
    int status;

    memset(image, 0, sizeof(*image));
    image->path = path;
    image->fd = -1;
    status = open_elf(image);
    if (status == STATUS_GOOD)
        status = check_code(image);
    if (status == STATUS_GOOD)
        status = load_sections(image);
    if (status == STATUS_GOOD) {
        load_build_id(image);
        status = debug_file_find(image, given);
    }
    if (status == STATUS_GOOD)
        status = image_load_symbols(image);
    if (status == STATUS_GOOD)
        open_dwarf(image);
    else
        image_close(image);
    return status;
}

void image_close(struct image *image)
{
    state_blocks_free(image);
    free(image->sections);
    free(image->functions);
    free(image->labels);
    free(image->mappings);
    free(image->names);
    if (image->dwarf)
        dwarf_end(image->dwarf);
    debug_file_close(&image->debug_file);
    for (size_t i = 0; i < image->packages_count; i++)
        debug_file_close(&image->packages[i]);
    free(image->packages);
    if (image->elf)
        elf_end(image->elf);
    if (image->fd >= 0)
        close(image->fd);
    memset(image, 0, sizeof(*image));
    image->fd = -1;
}

/* ---- look-ups ------------------------------------------------------------------------------- */

const struct image_section *image_section_at(const struct image *image, uint32_t address)
{
    const struct image_section *largest = &image->sections[image->largest];
    size_t low = 0;
    size_t high = image->sections_count;

    if (high && address - largest->address < largest->size_bytes)
        return largest;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct image_section *section = &image->sections[middle];
        if (address < section->address)
            high = middle;
        else if (address - section->address >= section->size_bytes)
            low = middle + 1;
        else
            return section;
    }
    return NULL;
}

bool image_section_read(const struct image_section *section, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    uint32_t offset = address - section->address;
    const uint8_t *bytes = section->bytes + offset;

    if (size_bytes > section->size_bytes - offset)
        return false;
    /* Nearly all reads are of a word or a halfword: one load instead of a call. */
    if (size_bytes == 4)
        memcpy(out, bytes, 4);
    else if (size_bytes == 2)
        memcpy(out, bytes, 2);
    else
        memcpy(out, bytes, size_bytes);
    return true;
}

bool image_read(const struct image *image, uint32_t address, void *out, uint32_t size_bytes)
{
    const struct image_section *section = image_section_at(image, address);

    return section && image_section_read(section, address, out, size_bytes);
}

bool image_read_number(const struct image *image, uint32_t address, uint32_t size_bytes,
                       uint32_t *number)
{
    uint8_t bytes[4] = {0};
    bool good = image_read(image, address, bytes, size_bytes);

    *number = bytes_u32(bytes);
    return good;
}

bool image_is_empty(const struct image *image, uint32_t address)
{
    uint32_t word;

    return image_read_number(image, address, 4, &word) && word == 0;
}

Elf_Scn *image_next_named(const struct image *image, Elf_Scn *scn, const char *name,
                          GElf_Shdr *header)
{
    size_t names;

    if (elf_getshdrstrndx(image->elf, &names) != 0)
        return NULL;
    while ((scn = elf_nextscn(image->elf, scn))) {
        const char *found =
            gelf_getshdr(scn, header) ? elf_strptr(image->elf, names, header->sh_name) : NULL;
        if (found && strcmp(found, name) == 0)
            return scn;
    }
    return NULL;
}

bool image_next_of_run(const struct image *image, const struct image_section *section,
                       uint32_t address, struct image_run *run, struct image_instruction *out)
{
    uint32_t end = section->address + section->size_bytes - 1;
    uint32_t size_bytes = 4;

    for (address = (address + 1) & ~1u; address < end; address += 2) {
        if (address >= run->end)
            run->state = image_state_until(image, address, &run->end);
        if (run->state < IMAGE_DATA)
            break;
    }
    if (address >= end)
        return false;
    if (run->state == IMAGE_THUMB) {
        /* ARM ARM A6.1: 0b11101, 0b11110 or 0b11111 in the high bits: a 32-bit instruction. */
        uint32_t high_byte = section->bytes[address - section->address + 1];
        size_bytes = high_byte >> 3 >= 0x1d ? 4 : 2;
    }
    if (end - address < size_bytes - 1)
        return false;
    *out = (struct image_instruction){address, size_bytes, run->state == IMAGE_THUMB};
    return true;
}

bool image_next_instruction(const struct image *image, const struct image_section *section,
                            uint32_t address, struct image_instruction *out)
{
    struct image_run run = {.end = 0};

    return image_next_of_run(image, section, address, &run, out);
}

bool image_walk_next(struct image_walk *walk)
{
    for (; walk->section < walk->image->sections_count; walk->section++, walk->run.end = 0) {
        const struct image_section *section = &walk->image->sections[walk->section];
        uint32_t from = walk->instruction.address + walk->instruction.size_bytes;

        if (from < section->address)
            from = section->address;
        if (section->executable &&
            image_next_of_run(walk->image, section, from, &walk->run, &walk->instruction))
            return true;
    }
    return false;
}
