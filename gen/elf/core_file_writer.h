/* SPDX-License-Identifier: MIT */
/* Writes ELF core files that gdb-multiarch and core_file_open read. */
#ifndef GEN_ELF_CORE_FILE_WRITER_H
#define GEN_ELF_CORE_FILE_WRITER_H

#include "elf/core_file_reader.h"

/*
 * Writes the threads, the memory and the build id of CORE to PATH. An output that cannot be written
 * gives one line on stderr and BAD_INPUT. The same CORE gives the same bytes.
 */
int core_file_write(const struct core_file *core, const char *path);

#endif
