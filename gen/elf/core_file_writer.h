/* SPDX-License-Identifier: MIT */
/* Writes ELF core files of ARM, which gdb-multiarch and core_file_open can read. */
#ifndef GEN_ELF_CORE_FILE_WRITER_H
#define GEN_ELF_CORE_FILE_WRITER_H

#include "elf/core_file_reader.h"

/*
 * Writes the threads, the memory and the build id of CORE to PATH. If the output cannot be written,
 * prints one line on stderr and returns STATUS_BAD_INPUT. Equal cores give equal files.
 */
int core_file_write(const struct core_file *core, const char *path);

#endif
