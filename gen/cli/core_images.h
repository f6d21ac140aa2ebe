/* SPDX-License-Identifier: MIT */
/* Whether the images on a command line are those of a core. */
#ifndef GEN_CORE_IMAGES_H
#define GEN_CORE_IMAGES_H

#include "elf/core_file_reader.h"
#include "symbolize/image_list.h"

/*
 * Returns PROBLEMS if an image has no names, or if no image has the build id of CORE; then prints
 * an error.
 */
int core_images_check(struct image_list *images, const struct core_file *core);

#endif
