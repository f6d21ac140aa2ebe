/* SPDX-License-Identifier: MIT */
/* Formats counts, percentages, bars and times in columns, for text output. */
#ifndef GEN_PROFILE_OUTPUT_TEXT_COLUMNS_H
#define GEN_PROFILE_OUTPUT_TEXT_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/colours.h"

/* "1,234,567" */
#define COUNT_TEXT_BYTES 32
const char *count_text(uint64_t count, char text[COUNT_TEXT_BYTES]);

/* In percent; 0 if WHOLE is 0. */
double share(uint64_t part, uint64_t whole);

/* "12.34 %   1,234 " */
void put_share(FILE *out, uint64_t part, uint64_t whole, int count_width);

/*
 * Prints a bar of WIDTH columns, filled in proportion to PART of WHOLE. PRETTY: with block
 * characters in steps of an eighth; otherwise with #.
 */
void put_bar(FILE *out, uint64_t part, uint64_t whole, unsigned width, bool pretty);

/* Whether OUT is a terminal that uses UTF-8. */
bool wants_blocks(FILE *out);

/* "1.234 ms" */
#define TIME_TEXT_BYTES 32
const char *time_text(double ns, char text[TIME_TEXT_BYTES]);

#endif
