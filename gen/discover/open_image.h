/* SPDX-License-Identifier: MIT */
/* Opens an image for every stage that follows. */
#ifndef GEN_DISCOVER_OPEN_IMAGE_H
#define GEN_DISCOVER_OPEN_IMAGE_H

#include "elf/image.h"

/*
 * Reads PATH (image_read_file). If the image has no mapping symbols, discovery finds its code
 * (discover.h). STATUS_...; close the image only after STATUS_GOOD.
 */
int image_open(struct image *image, const char *path);

#endif
