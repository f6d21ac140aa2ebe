/* SPDX-License-Identifier: MIT */
/* Tables at random: right in form, with rules that a trace can live by and some that it cannot. */
#ifndef FUZZ_TABLE_H
#define FUZZ_TABLE_H

#include "fuzz.h"
#include "handmade.h"

#define FUZZ_CODE           0x00008000u /* the code that a table is about */
#define FUZZ_CODE_BYTES     1024u       /* one page of the largest units, four of the smallest */
#define FUZZ_RULES          12u
#define FUZZ_BUILD_ID_BYTES 5u

extern const uint8_t fuzz_build_id[FUZZ_BUILD_ID_BYTES];

/* Writes one to OUT, of HANDMADE_SIZE_MAX bytes, and returns its size. */
uint32_t fuzz_write_table(struct fuzz_source *source, uint8_t *out);

#endif
