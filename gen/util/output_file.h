/* SPDX-License-Identifier: MIT */
/* Writes the output files of all commands: a file appears complete or not at all. */
#ifndef GEN_UTIL_OUTPUT_FILE_H
#define GEN_UTIL_OUTPUT_FILE_H

#include <stdint.h>
#include <stdio.h>

/*
 * Writes SIZE_BYTES to a temporary file in the folder of PATH and renames it to PATH. If PATH is
 * "-", writes to standard output; a device or a pipe is written directly. The new file gets the
 * permissions of the file LIKE, or default permissions if LIKE is NULL. Returns STATUS_...
 */
int output_write(const char *path, const void *bytes, uint64_t size_bytes, const char *like);

/* Like output_write, for output that the caller writes to FILE in several steps. */
struct output {
    FILE *file;
    const char *path;
    char *temporary; /* name of FILE until output_close; NULL: FILE is written directly */
};

/*
 * PATH must outlive OUTPUT. Both return STATUS_... Do not call output_close if output_open failed.
 * output_close frees OUTPUT in any case, and after a write error it deletes the temporary file.
 */
int output_open(struct output *output, const char *path, const char *like);
int output_close(struct output *output);

/* Instead of output_close: no file appears. */
void output_discard(struct output *output);

#endif
