/* SPDX-License-Identifier: MIT */
/*
 * Walks over the functions of an image, for formats that have an index of functions. Each address
 * with a function symbol counts as one function.
 */
#ifndef GEN_ELF_FUNCTION_WALK_H
#define GEN_ELF_FUNCTION_WALK_H

#include "elf/image.h"

/*
 * Visits functions in ascending order of address: START to END - 1. If another function starts
 * inside a function, the first ends there. To start, set IMAGE and zero the rest.
 */
struct function_walk {
    const struct image *image;
    size_t next;
    uint32_t start, end;
};
bool function_walk_next(struct function_walk *walk);

#endif
