/* SPDX-License-Identifier: MIT */
/* Chooses the symbol table of an image. */
#ifndef GEN_ELF_SYMBOL_TABLE_H
#define GEN_ELF_SYMBOL_TABLE_H

#include <gelf.h>

#include "elf/image.h"

/* A section of symbols in an ELF file. */
struct symbol_table {
    Elf *elf;
    Elf_Scn *section;
    GElf_Shdr header;
};

/*
 * The symbol table of the debug file; if it has none, that of the image; if it has none either,
 * because the image is stripped, the dynamic symbols (ELF gABI, SHT_DYNSYM): functions and
 * variables that other images may use. False if there is no table.
 */
bool symbol_table_find(const struct image *image, struct symbol_table *table);

#endif
