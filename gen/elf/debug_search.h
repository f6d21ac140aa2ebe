/* SPDX-License-Identifier: MIT */
/*
 * The search for the debug file of an image, in the folders where gdb searches: by build id, then
 * by .gnu_debuglink (GDB manual, 18.3 "Debugging Information in Separate Files").
 */
#ifndef GEN_ELF_DEBUG_SEARCH_H
#define GEN_ELF_DEBUG_SEARCH_H

#include "elf/image.h"

/*
 * Opens the debug file of IMAGE. DIRECTORY is a folder that the user names; NULL: the folder of the
 * image and those of the system. False if there is no such file.
 */
bool debug_search(struct debug_file *file, const struct image *image, const char *directory);

/*
 * The name of the debug file in .gnu_debuglink of IMAGE, and the checksum (CRC-32) of that file.
 * NULL if the section is missing or damaged.
 */
const char *debug_link(const struct image *image, uint32_t *checksum);

#endif
