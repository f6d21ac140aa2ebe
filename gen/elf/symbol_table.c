/* SPDX-License-Identifier: MIT */
/* Chooses the symbol table of an image. */
#include "elf/symbol_table.h"

static bool find(struct symbol_table *table, Elf *elf, GElf_Word type)
{
    table->elf = elf;
    table->section = NULL;
    while ((table->section = elf_nextscn(elf, table->section)))
        if (gelf_getshdr(table->section, &table->header) && table->header.sh_type == type)
            return true;
    return false;
}

bool symbol_table_find(const struct image *image, struct symbol_table *table)
{
    return find(table, image_debug_elf(image), SHT_SYMTAB) || find(table, image->elf, SHT_SYMTAB) ||
           find(table, image->elf, SHT_DYNSYM);
}
