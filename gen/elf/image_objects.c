/* SPDX-License-Identifier: MIT */
#include "elf/image_objects.h"

#include "elf/symbol_table.h"

/* Finds NAME in TABLE. Stops at the first global symbol. */
static bool find_in_table(const struct symbol_table *table, const char *name, GElf_Sym *found)
{
    Elf_Data *data = elf_getdata(table->section, NULL);
    GElf_Sym symbol;
    bool any = false;

    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *text = elf_strptr(table->elf, table->header.sh_link, symbol.st_name);
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
    struct symbol_table table;
    GElf_Sym symbol;

    if (!symbol_table_find(image, &table) || !find_in_table(&table, name, &symbol))
        return false;
    *address = (uint32_t)symbol.st_value;
    *size_bytes = (uint32_t)symbol.st_size;
    return true;
}
