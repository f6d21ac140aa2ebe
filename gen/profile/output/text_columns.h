/* SPDX-License-Identifier: MIT */
/* Counts for people: in columns, with bars. */
#ifndef GEN_PROFILE_TEXT_H
#define GEN_PROFILE_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TEXT_BOLD  "\033[1m"
#define TEXT_FAINT "\033[2m"
#define TEXT_PLAIN "\033[0m"

/* "1,234,567" */
#define COUNT_TEXT_BYTES 32
const char *count_text(uint64_t count, char text[COUNT_TEXT_BYTES]);

/* In percent; 0 of nothing is 0. */
double share(uint64_t part, uint64_t whole);

/* "12.34 %   1,234 " */
void put_share(FILE *out, uint64_t part, uint64_t whole, int count_width);

/*
 * WIDTH columns, filled by PART of WHOLE: in eighths where the terminal can (PRETTY), else with #.
 */
void put_bar(FILE *out, uint64_t part, uint64_t whole, unsigned width, bool pretty);

/* Whether OUT is a terminal whose characters are UTF-8. */
bool wants_blocks(FILE *out);

/* "1.234 ms" */
#define TIME_TEXT_BYTES 32
const char *time_text(double ns, char text[TIME_TEXT_BYTES]);

#endif
