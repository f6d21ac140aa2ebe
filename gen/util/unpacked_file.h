/* SPDX-License-Identifier: MIT */
/* Reads files that may be compressed with gzip or Zstandard as if they were not. */
#ifndef GEN_UTIL_UNPACKED_FILE_H
#define GEN_UTIL_UNPACKED_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "util/file_kind.h"

struct unpacked_file {
    FILE *text;       /* the unpacked bytes */
    const char *kind; /* of file_kind; of the unpacked bytes, once they have been read */
    struct unpacking *unpacking;
};

/* Whether the file that starts with SIZE bytes is compressed. */
bool unpacked_file_is_packed(const uint8_t *start, size_t size);

/*
 * IN is at its start and stays open. PATH is for messages: unpacked_file_close says if the packed
 * data is damaged or cut off. What comes before the damage is read.
 */
void unpacked_file_open(struct unpacked_file *file, FILE *in, const char *path);
void unpacked_file_close(struct unpacked_file *file);

#endif
