/* SPDX-License-Identifier: MIT */
/* The core's view of an image. */
#ifndef GEN_IMAGE_ENV_H
#define GEN_IMAGE_ENV_H

#include "bobbin.h"
#include "image.h"

/*
 * An env whose code and stack are the bytes of IMAGE. TABLE has been opened, or it has no sections: its format is
 * looked up here.
 */
struct bobbin_env image_env(const struct image *image, const struct bobbin_table *table);

/*
 * Its read, of an IMAGE, unless a reader of another format looks for its tables there: it refuses code that is none, and so
 * may be other bytes on the device.
 */
bool image_env_read(void *image, enum bobbin_space space, uint32_t address, void *out,
                    uint32_t size_bytes);

/* One for such readers and for checksums, which has all bytes. */
bool image_env_bytes(void *image, enum bobbin_space space, uint32_t address, void *out,
                     uint32_t size_bytes);

#endif
