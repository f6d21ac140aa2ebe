/* SPDX-License-Identifier: MIT */
/*
 * What an image without mapping symbols has where: code is what is followed from its ELF entry, vectors, functions with a
 * symbol, .ARM.exidx, calls, and pointers to what looks like a function. What nothing leads to is unreached, never claimed.
 */
#ifndef GEN_DISCOVERY_H
#define GEN_DISCOVERY_H

#include "image.h"

/* Fills in mappings of IMAGE, and functions where there are no symbols, named by their address. STATUS_... */
int discovery_run(struct image *image);

/* Bytes of executable sections: all, and those that are unreached, but for zeros and no-operations between. */
struct coverage {
    uint64_t code_bytes, unreached_bytes;
};
void coverage_find(struct coverage *coverage, const struct image *image);

/* The next unreached stretch of IMAGE at or behind *START: false when there is none. */
bool unreached_next(const struct image *image, uint32_t *start, uint32_t *end);

#endif
