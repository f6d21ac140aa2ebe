/* SPDX-License-Identifier: MIT */
/* The functions of an image as formats with a function index have them: each address with a function symbol is one. */
#ifndef GEN_ELF_FUNCTION_WALK_H
#define GEN_ELF_FUNCTION_WALK_H

#include "elf/image.h"

/* Ascending; one that another starts in ends there. Zero it but for IMAGE to start. */
struct function_walk {
    const struct image *image;
    size_t next;
    uint32_t start, end;
};
bool function_walk_next(struct function_walk *walk);

#endif
