/* SPDX-License-Identifier: MIT */
/* The core's view of an image. */
#ifndef GEN_IMAGE_ENV_H
#define GEN_IMAGE_ENV_H

#include "elf/image.h"
#include <bobbin/bobbin.h>

/*
 * An env whose code and stack are the bytes of IMAGE. TABLE has been opened, or it has no sections: its format is
 * looked up here.
 */
struct bobbin_env core_env(const struct image *image, const struct bobbin_table *table);

/*
 * One whose tables of another format READER reads, which has all bytes then: it looks for its tables there. NULL: no
 * such reader, and what is read as code is code, which is the same bytes on the device whenever it is read.
 */
struct bobbin_env core_env_with(const struct image *image, const struct bobbin_table *table,
                                const struct bobbin_foreign *reader);

/* A read of an IMAGE for such readers and for checksums: it has all bytes. */
bool core_env_bytes(void *image, enum bobbin_space space, uint32_t address, void *out,
                    uint32_t size_bytes);

#endif
