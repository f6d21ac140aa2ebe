/* SPDX-License-Identifier: MIT */
/*
 * The debug sections of an ELF file, in each form in which tools store them: as they are,
 * compressed (SHF_COMPRESSED), or in GNU's old compressed form, .zdebug_*.
 */
#ifndef GEN_ELF_DEBUG_SECTION_H
#define GEN_ELF_DEBUG_SECTION_H

#include <gelf.h>
#include <stdbool.h>

/*
 * The next section after SCN with this NAME and with contents; if SCN is NULL, the first one of the
 * file. ".debug_line" also finds ".zdebug_line". Fills in its HEADER. NULL if there is none.
 */
Elf_Scn *debug_section_next(Elf *elf, Elf_Scn *scn, const char *name, GElf_Shdr *header);

bool debug_section_exists(Elf *elf, const char *name);

/*
 * The bytes of SCN, decompressed, in the byte order of the file. NULL if they cannot be read; then
 * elf_errmsg has the reason. libelf keeps the bytes until ELF is closed.
 */
Elf_Data *debug_section_data(Elf *elf, Elf_Scn *scn);

/* The bytes of the first section with this NAME, or NULL. */
Elf_Data *debug_section_named(Elf *elf, const char *name);

/*
 * How a debug section of ELF is compressed that libelf cannot decompress: "zstd", or "an unknown
 * algorithm". NULL if all can be read.
 */
const char *debug_section_unreadable(Elf *elf);

#endif
