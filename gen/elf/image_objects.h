/* SPDX-License-Identifier: MIT */
/* Finds variables and constants by name. */
#ifndef GEN_ELF_IMAGE_OBJECTS_H
#define GEN_ELF_IMAGE_OBJECTS_H

#include "elf/image.h"

/*
 * Finds the object or label NAME, of any section. *SIZE_BYTES is 0 if the symbol has no size. False
 * if there is none. A global symbol goes before a local one.
 */
bool image_find_object(const struct image *image, const char *name, uint32_t *address,
                       uint32_t *size_bytes);

#endif
