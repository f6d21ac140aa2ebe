/* SPDX-License-Identifier: MIT */
/*
 * How much of the code of an image is known to be code, or known not to be: all of it, where there are mapping symbols.
 */
#ifndef GEN_ELF_COVERAGE_H
#define GEN_ELF_COVERAGE_H

#include "elf/image.h"

/* Bytes of executable sections: all, and those that are unreached (discovery.h). */
struct coverage {
    uint64_t code_bytes, unreached_bytes;
};
void coverage_find(struct coverage *coverage, const struct image *image);

/* What is reached, as a share of all. */
double coverage_percent(const struct coverage *coverage);

/* STATUS_PROBLEMS, after a line on stderr, when less than REQUIRED percent of the code is reached. */
int coverage_require(const struct image *image, double required);

/* The next unreached stretch of IMAGE at or behind *START: false when there is none. */
bool unreached_next(const struct image *image, uint32_t *start, uint32_t *end);

#endif
