/* SPDX-License-Identifier: MIT */
/*
 * How much of the code of an image was reached: classified as ARM code, Thumb code or data. An
 * image with mapping symbols is reached completely. Without them, discovery leaves unreached code.
 */
#ifndef GEN_ELF_COVERAGE_H
#define GEN_ELF_COVERAGE_H

#include "elf/image.h"

/* Bytes in executable sections: all of them, and those in state IMAGE_UNREACHED. */
struct coverage {
    uint64_t code_bytes, unreached_bytes;
};
void coverage_find(struct coverage *coverage, const struct image *image);

/* The reached bytes in percent of all bytes of code. */
double coverage_percent(const struct coverage *coverage);

/*
 * If less than REQUIRED percent of the code is reached, prints one line on stderr and returns
 * STATUS_PROBLEMS. Otherwise returns STATUS_GOOD.
 */
int coverage_require(const struct image *image, double required);

/*
 * Finds the next unreached range *START to *END - 1 at or after the old *START. A range that
 * contains the old *START begins there. False if no unreached range follows.
 */
bool unreached_next(const struct image *image, uint32_t *start, uint32_t *end);

#endif
