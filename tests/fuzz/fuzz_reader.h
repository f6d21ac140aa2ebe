/* SPDX-License-Identifier: MIT */
/* A format of another's that can tell any rule: each address has one that nobody thought of, and nobody wrote. */
#ifndef FUZZ_READER_H
#define FUZZ_READER_H

#include "fuzz.h"
#include <bobbin/bobbin.h>

#define FUZZ_READER_NUMBER     0x7fu /* no format has it */
#define FUZZ_READER_PART_BYTES 8u

extern const struct bobbin_foreign fuzz_reader;

/* Part 0 of a table. */
void fuzz_pick_reader_part(struct fuzz_source *source, uint8_t part[FUZZ_READER_PART_BYTES]);

#endif
