/* SPDX-License-Identifier: MIT */
/* The samples of one function by line of source. */
#ifndef GEN_PROFILE_LINES_H
#define GEN_PROFILE_LINES_H

#include <stdio.h>

#include "profile/profile_calls.h"

struct profile_line {
    const char *file;     /* NULL: not known */
    uint32_t line;        /* 0: not known */
    uint64_t self, total; /* samples there, and there or in what is called from there */
    uint32_t last_node;   /* that was counted in TOTAL */
};

/* Ascending by file, then line; SELFs add up to the function's. */
struct profile_lines {
    struct profile_line *items;
    size_t count, capacity;
};

void profile_lines_find(struct profile_lines *lines, const struct profile_names *names,
                        uint32_t function);
void profile_lines_free(struct profile_lines *lines);

/* FILE as it is, or from where an image was compiled; NULL when it is nowhere. */
FILE *profile_open_source(const struct image_list *images, const char *file);

#endif
