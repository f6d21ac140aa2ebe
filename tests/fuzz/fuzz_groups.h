/* SPDX-License-Identifier: MIT */
/* Groups of compact descriptors at random: right in form, but for a few. */
#ifndef FUZZ_GROUPS_H
#define FUZZ_GROUPS_H

#include "fuzz.h"

#define FUZZ_GROUPS_MAX       12u
#define FUZZ_GROUPS_MAX_BYTES (80 + 20 * FUZZ_GROUPS_MAX)

/* Writes part 0 of a table for CODE_BYTES of code to PART, of FUZZ_GROUPS_MAX_BYTES, and returns its size. */
uint32_t fuzz_pick_groups(struct fuzz_source *source, uint32_t code_bytes, uint8_t *part);

#endif
