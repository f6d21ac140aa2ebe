/* SPDX-License-Identifier: MIT */
/*
 * Finds the code of an image without mapping symbols. It follows code from the ELF entry, vectors,
 * function symbols, .ARM.exidx, calls, and pointers to code that looks like a function. Code that
 * nothing leads to stays unreached.
 */
#ifndef GEN_DISCOVER_DISCOVER_H
#define GEN_DISCOVER_DISCOVER_H

#include "elf/image.h"

/*
 * Fills in the mappings of IMAGE. If IMAGE has no function symbols, also fills in functions, named
 * by their addresses. Returns STATUS_...
 */
int discovery_run(struct image *image);

#endif
