/* SPDX-License-Identifier: MIT */
/*
 * How much code of an image is classified as ARM code, Thumb code or data. Classified bytes are
 * called reached. With mapping symbols, all bytes are reached. Without mapping symbols, discovery
 * classifies the code and may leave some of it unreached.
 */
#ifndef GEN_ELF_COVERAGE_H
#define GEN_ELF_COVERAGE_H

#include "elf/image.h"

/* Bytes in executable sections: all of them, and those in state IMAGE_UNREACHED. */
struct coverage {
    uint64_t code_bytes, unreached_bytes;
};
void coverage_find(struct coverage *coverage, const struct image *image);

/* The reached bytes, in percent of all bytes in executable sections. */
double coverage_percent(const struct coverage *coverage);

/*
 * Finds the next unreached range *START to *END - 1 at or after the old *START. A range that
 * contains the old *START begins there. False if no unreached range follows.
 */
bool unreached_next(const struct image *image, uint32_t *start, uint32_t *end);

#endif
