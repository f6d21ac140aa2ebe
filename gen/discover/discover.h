/* SPDX-License-Identifier: MIT */
/*
 * What an image without mapping symbols has where: code is what is followed from its ELF entry,
 * vectors, functions with a symbol, .ARM.exidx, calls, and pointers to what looks like a function.
 * What nothing leads to is unreached, never claimed.
 */
#ifndef GEN_DISCOVER_DISCOVER_H
#define GEN_DISCOVER_DISCOVER_H

#include "elf/image.h"

/*
 * Fills in mappings of IMAGE, and functions where there are no symbols, named by their address.
 * STATUS_...
 */
int discovery_run(struct image *image);

#endif
