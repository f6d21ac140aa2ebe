/* SPDX-License-Identifier: MIT */
/* Shows the lines of source files around a line of a trace. */
#ifndef GEN_SYMBOLIZE_SOURCE_LINES_H
#define GEN_SYMBOLIZE_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "util/json.h"

/* Lines before and after the line of the trace. */
#define SOURCE_LINES_AROUND 2

struct source_file {
    char *directory, *name; /* as in the debug information */
    char *path;             /* NULL: not found */
    char *text;             /* the contents */
    size_t size_bytes;
};

/* All zero at first, but for the settings. */
struct source_lines {
    /* settings: folders to search, and "FROM=TO" for paths that start with FROM */
    char *const *folders, *const *maps;
    size_t folders_count, maps_count;
    time_t image_time; /* files that are newer may differ from what was compiled; 0: unknown */

    struct source_file *files; /* those that were asked for */
    size_t files_count, files_capacity;
    size_t missing, newer;
};

/*
 * Prints the lines around LINE of the file NAME, which the compiler found from DIRECTORY, and marks
 * LINE. Prints nothing if the file is not found, or has no such line.
 *
 * The path is searched in this order: the first MAP whose FROM is the start of the path; the path
 * itself; the longest end of the path that exists in one of FOLDERS (source_path.h).
 */
void source_lines_print(struct source_lines *sources, const char *directory, const char *name,
                        uint32_t line, FILE *out, bool colour);

/* Writes the field "source": {path, first, lines}; nothing if there are no lines. */
void source_lines_json(struct source_lines *sources, const char *directory, const char *name,
                       uint32_t line, struct json *json);

/* Prints one warning for all files that were not found, and one for all that are newer. */
void source_lines_warn(const struct source_lines *sources);

void source_lines_free(struct source_lines *sources);

#endif
