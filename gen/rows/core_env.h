/* SPDX-License-Identifier: MIT */
/* The core's view of an image. */
#ifndef GEN_IMAGE_ENV_H
#define GEN_IMAGE_ENV_H

#include "elf/image.h"
#include <bobbin/bobbin.h>

/*
 * An env whose code and stack are the bytes of IMAGE, with an opened TABLE.
 *
 * READER reads a table of another format; it may read all bytes of the image, because it looks for its tables there.
 * NULL: a table of Bobbin's own format. Then only constant code can be read as code: the bytes that the device has
 * too, at any time.
 */
struct bobbin_env core_env(const struct image *image, const struct bobbin_table *table,
                           const struct bobbin_foreign *reader);

/* A read of an IMAGE for such readers and for checksums: it has all bytes. */
bool core_env_bytes(void *image, enum bobbin_space space, uint32_t address, void *out,
                    uint32_t size_bytes);

#endif
