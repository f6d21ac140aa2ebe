/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all. */
#ifndef GEN_UTIL_OUTPUT_FILE_H
#define GEN_UTIL_OUTPUT_FILE_H

#include <stdint.h>
#include <stdio.h>

/*
 * Writes SIZE_BYTES to PATH through a new file beside it that is renamed at the end; "-" is standard
 * output. LIKE, when not NULL, is a file whose permissions the new one gets. STATUS_...
 */
int output_write(const char *path, const void *bytes, uint64_t size_bytes, const char *like);

/* The same for what comes in pieces. */
struct output {
    FILE *file; /* to write to */
    const char *path;
    char *temporary; /* what FILE is called until the end; NULL: PATH */
};

/* PATH must outlive it. After a failure there is nothing to be closed. */
int output_open(struct output *output, const char *path, const char *like);
int output_close(struct output *output);

#endif
