/* SPDX-License-Identifier: MIT */
/* The samples of one function, by source line. */
#ifndef GEN_PROFILE_PROFILE_LINES_H
#define GEN_PROFILE_PROFILE_LINES_H

#include <stdio.h>

#include "profile/profile_calls.h"

struct profile_line {
    const char *file; /* NULL: unknown */
    uint32_t line;    /* 0: unknown */
    /* SELF: samples at this line. TOTAL: also the samples in functions called from this line */
    uint64_t self, total;
    uint32_t last_node; /* the last node counted in TOTAL */
};

/* Sorted by file, then by line. The SELF values add up to that of the function. */
struct profile_lines {
    struct profile_line *items;
    size_t count, capacity;
};

void profile_lines_find(struct profile_lines *lines, const struct profile_names *names,
                        uint32_t function);
void profile_lines_free(struct profile_lines *lines);

/*
 * Opens FILE, as it is or relative to the directory in which an image was compiled. Returns NULL if
 * it cannot be found.
 */
FILE *profile_open_source(const struct image_list *images, const char *file);

#endif
