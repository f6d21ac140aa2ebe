/* SPDX-License-Identifier: MIT */
/* --require: decides whether a proof is good enough, and says what is not. */
#ifndef GEN_REQUIREMENT_H
#define GEN_REQUIREMENT_H

#include "prove/proof.h"

/*
 * Returns STATUS_GOOD if REQUIRED percent of IMAGE is exact or unreachable, at most 1 % is
 * unreachable, and REQUIRED percent of the code bytes are reached (elf/coverage.h). REQUIRED below
 * 0: always. Otherwise prints an error with the sums, then a note for each of the worst functions,
 * and returns STATUS_PROBLEMS.
 */
int requirement_check(const struct image *image, const struct proof *proof, double required);

#endif
