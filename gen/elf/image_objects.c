/* SPDX-License-Identifier: MIT */
#include "elf/image_objects.h"

/* Finds NAME in the symbol table SCN. Stops at the first global symbol. */
static bool find_in_table(Elf *elf, Elf_Scn *scn, const GElf_Shdr *header, const char *name,
                          GElf_Sym *found)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    GElf_Sym symbol;
    bool any = false;

    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *text = elf_strptr(elf, header->sh_link, symbol.st_name);
        unsigned type = GELF_ST_TYPE(symbol.st_info);
        if ((type != STT_OBJECT && type != STT_NOTYPE) || symbol.st_shndx == SHN_UNDEF || !text ||
            strcmp(text, name) != 0)
            continue;
        *found = symbol;
        any = true;
        if (GELF_ST_BIND(symbol.st_info) != STB_LOCAL)
            break;
    }
    return any;
}

bool image_find_object(const struct image *image, const char *name, uint32_t *address,
                       uint32_t *size_bytes)
{
    Elf *elf = image_debug_elf(image);
    GElf_Shdr header;
    GElf_Sym symbol;

    for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn; scn = elf_nextscn(elf, scn)) {
        if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_SYMTAB ||
            !find_in_table(elf, scn, &header, name, &symbol))
            continue;
        *address = (uint32_t)symbol.st_value;
        *size_bytes = (uint32_t)symbol.st_size;
        return true;
    }
    return false;
}
