/* SPDX-License-Identifier: MIT */
/* Stores text in an ELF file, in a section that is not loaded. For `bobbin embed`. */
#ifndef GEN_ELF_SECTION_STORE_H
#define GEN_ELF_SECTION_STORE_H

#include <stdint.h>

#include "util/buffer.h"

/*
 * Gives FILE, the bytes of a little-endian 32-bit ELF file, the section NAME with SIZE_BYTES of
 * BYTES, in place of a section of that name. All sections and segments stay where they are in FILE
 * and in memory. PATH is for messages. Returns STATUS_...
 */
int section_store(struct buffer *file, const char *path, const char *name, const void *bytes,
                  uint32_t size_bytes);

#endif
