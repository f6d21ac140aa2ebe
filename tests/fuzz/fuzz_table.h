/* SPDX-License-Identifier: MIT */
/* Random tables with a valid format. A trace can follow most rules; some rules stop it. */
#ifndef FUZZ_TABLE_H
#define FUZZ_TABLE_H

#include "fuzz.h"
#include "handmade.h"

#define FUZZ_CODE           0x00008000u /* start of the code that a table describes */
#define FUZZ_CODE_BYTES     1024u       /* one page with the largest unit, four with the smallest */
#define FUZZ_RULES          12u
#define FUZZ_BUILD_ID_BYTES 5u

extern const uint8_t fuzz_build_id[FUZZ_BUILD_ID_BYTES];

/* Writes a table and returns its size. OUT has HANDMADE_SIZE_MAX bytes. */
uint32_t fuzz_write_table(struct fuzz_source *source, uint8_t *out);

#endif
