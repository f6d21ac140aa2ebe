/* SPDX-License-Identifier: MIT */
/* Opens an image for all commands: reads the ELF file and makes sure that its mappings are
   known. */
#ifndef GEN_DISCOVER_OPEN_IMAGE_H
#define GEN_DISCOVER_OPEN_IMAGE_H

#include "elf/image.h"

/*
 * Reads PATH (image_read_file). If the image has no mapping symbols, discovery finds its code
 * (discover.h). Returns STATUS_... Call image_close only after STATUS_GOOD.
 */
int image_open(struct image *image, const char *path);

/*
 * The same, with the debug files that the user names (elf/debug_file.h); NULL: none. GIVEN must
 * outlive the call only.
 */
int image_open_with(struct image *image, const char *path, struct debug_paths *given);

#endif
