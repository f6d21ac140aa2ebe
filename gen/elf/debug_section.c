/* SPDX-License-Identifier: MIT */
/* Finds and decompresses debug sections; see debug_section.h. */
#include "elf/debug_section.h"

#include <string.h>

#define DEBUG  ".debug_"
#define ZDEBUG ".zdebug_"

/* ch_type of a compressed section, from the ELF gABI. Older elf.h do not have zstd. */
#define COMPRESS_ZSTD 2

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static const char *name_of(Elf *elf, const GElf_Shdr *header)
{
    size_t names;
    const char *name =
        elf_getshdrstrndx(elf, &names) == 0 ? elf_strptr(elf, names, header->sh_name) : NULL;

    return name ? name : "";
}

/* Whether a section called FOUND is the section NAME, perhaps in the old compressed form. */
static bool is_called(const char *found, const char *name)
{
    if (strcmp(found, name) == 0)
        return true;
    return begins_with(name, DEBUG) && begins_with(found, ZDEBUG) &&
           strcmp(found + strlen(ZDEBUG), name + strlen(DEBUG)) == 0;
}

Elf_Scn *debug_section_next(Elf *elf, Elf_Scn *scn, const char *name, GElf_Shdr *header)
{
    while ((scn = elf_nextscn(elf, scn)))
        if (gelf_getshdr(scn, header) && header->sh_type != SHT_NOBITS &&
            is_called(name_of(elf, header), name))
            return scn;
    return NULL;
}

bool debug_section_exists(Elf *elf, const char *name)
{
    GElf_Shdr header;

    return debug_section_next(elf, NULL, name, &header) != NULL;
}

/* True if libdw or an earlier call has not yet decompressed the old form. */
static bool is_old_compressed(Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
    Elf_Data *data = elf_rawdata(scn, NULL);

    return begins_with(name_of(elf, header), ZDEBUG) && data && data->d_buf && data->d_size > 4 &&
           memcmp(data->d_buf, "ZLIB", 4) == 0;
}

Elf_Data *debug_section_data(Elf *elf, Elf_Scn *scn)
{
    GElf_Shdr header;
    Elf_Data *data;

    if (!gelf_getshdr(scn, &header))
        return NULL;
    if ((header.sh_flags & SHF_COMPRESSED) && elf_compress(scn, 0, 0) < 0)
        return NULL;
    if (is_old_compressed(elf, scn, &header) && elf_compress_gnu(scn, 0, 0) < 0)
        return NULL;
    data = elf_rawdata(scn, NULL);
    return data && data->d_buf ? data : NULL;
}

Elf_Data *debug_section_named(Elf *elf, const char *name)
{
    GElf_Shdr header;
    Elf_Scn *scn = debug_section_next(elf, NULL, name, &header);

    return scn ? debug_section_data(elf, scn) : NULL;
}

const char *debug_section_unreadable(Elf *elf)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    GElf_Chdr compression;

    while ((scn = elf_nextscn(elf, scn))) {
        if (!gelf_getshdr(scn, &header) || !(header.sh_flags & SHF_COMPRESSED) ||
            !begins_with(name_of(elf, &header), DEBUG) || !gelf_getchdr(scn, &compression))
            continue;
        if (elf_compress(scn, 0, 0) < 0)
            return compression.ch_type == COMPRESS_ZSTD ? "zstd" : "an unknown algorithm";
    }
    return NULL;
}
