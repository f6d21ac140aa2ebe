/* SPDX-License-Identifier: MIT */
/* Writes ELF core files that gdb-multiarch and elf_core_open read. */
#ifndef GEN_ELF_CORE_WRITER_H
#define GEN_ELF_CORE_WRITER_H

#include "elf/core_file_reader.h"

/*
 * Writes the threads, the memory and the build id of CORE to PATH. An output that cannot be written
 * gives one line on stderr and BAD_INPUT. The same CORE gives the same bytes.
 */
int elf_core_write(const struct elf_core *core, const char *path);

#endif
