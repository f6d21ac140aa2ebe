/* SPDX-License-Identifier: MIT */
/* Puts threads and memory of several crashes into one core. */
#ifndef GEN_ELF_CORE_FILE_MERGE_H
#define GEN_ELF_CORE_FILE_MERGE_H

#include "elf/core_file_reader.h"
#include "elf/memory_map.h"

/*
 * Adds threads, memory and truth of PART to CORE, which takes over the bytes of the memory. PART
 * keeps its arrays, without meaning; core_file_free_arrays frees them. Threads get the next ids.
 *
 * A core has one memory. If addresses of PART are in CORE already, all memory of PART is moved, by
 * a number of MiB, to addresses that neither CORE nor MAP (NULL: no image) uses. Registers except
 * pc, and words of the memory, are moved too if they contain an address of it. *MOVED_BYTES gets
 * the distance, 0 if nothing was moved. False if there is no room; CORE is then unchanged.
 */
bool core_file_merge(struct core_file *core, struct core_file *part, const struct memory_map *map,
                     uint32_t *moved_bytes);

/* Frees the arrays of a core that was made, and the bytes of its memory if WITH_BYTES. */
void core_file_free_arrays(struct core_file *core, bool with_bytes);

#endif
