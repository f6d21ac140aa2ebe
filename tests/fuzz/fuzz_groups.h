/* SPDX-License-Identifier: MIT */
/* Random tables of groups of compact descriptors. The format is valid except for a few fields. */
#ifndef FUZZ_GROUPS_H
#define FUZZ_GROUPS_H

#include "fuzz.h"

#define FUZZ_GROUPS_MAX       12u
#define FUZZ_GROUPS_MAX_BYTES (80 + 20 * FUZZ_GROUPS_MAX)

/*
 * Writes part 0 of a table for CODE_BYTES of code and returns its size. PART has
 * FUZZ_GROUPS_MAX_BYTES bytes.
 */
uint32_t fuzz_pick_groups(struct fuzz_source *source, uint32_t code_bytes, uint8_t *part);

#endif
