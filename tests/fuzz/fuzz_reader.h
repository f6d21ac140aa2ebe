/* SPDX-License-Identifier: MIT */
/*
 * A foreign format that can express any rule. It derives a random rule from each address, so no
 * writer is needed.
 */
#ifndef FUZZ_READER_H
#define FUZZ_READER_H

#include "fuzz.h"
#include <bobbin/bobbin.h>

#define FUZZ_READER_NUMBER     0x7fu /* a format number that no real format has */
#define FUZZ_READER_PART_BYTES 8u

extern const struct bobbin_foreign fuzz_reader;

/* Fills part 0 of a table, the seed of its rules. */
void fuzz_pick_reader_part(struct fuzz_source *source, uint8_t part[FUZZ_READER_PART_BYTES]);

#endif
