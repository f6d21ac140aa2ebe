/* SPDX-License-Identifier: MIT */
/* Reads all figures of one image from the directory in which measure.sh left them. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "figure.h"
#include "format_figures.h"

/*
 * Bytes that a program links to unwind by tables of a format: a line of readers.sh. MORE_BYTES are
 * those that core alone does not need. STACK_BYTES is the deepest path of calls.
 */
struct reader {
    char name[FORMAT_NAME_MAX];
    uint64_t bytes, more_bytes, writable_bytes, stack_bytes;
};

enum { READERS_MAX = 32 };

struct bench {
    const char *directory;
    const char *name; /* the last part of DIRECTORY */
    struct image_figures image;
    struct answers *answers; /* of each format; empty if only the host reads it */
    struct reader reader[READERS_MAX];
    size_t readers_count; /* 0 if the firmware of another image measured this one */
};

/* Returns STATUS_... */
int bench_open(struct bench *bench, const char *directory);
void bench_close(struct bench *bench);

/* Both return NULL if there is none. */
const struct reader *bench_reader(const struct bench *bench, const struct format_figures *format);
const struct format_figures *bench_format(const struct bench *bench, const char *name);

/* FORMAT must be in BENCH->image. */
struct figure bench_figure(const struct bench *bench, const struct format_figures *format,
                           enum figure_number number);

/* The most bytes of stack that a step of FORMAT wrote. */
uint32_t bench_stack_bytes(const struct bench *bench, const struct format_figures *format);

/* Whether the limits apply: to the fast table of the Thumb -Os image. */
bool bench_is_judged(const struct bench *bench, const struct format_figures *format);

/* The percentage of VERDICT among all verdicts of EXACTNESS. */
double bench_percent(const struct format_figures *format, enum exactness exactness,
                     enum verdict verdict);

/* bench_text.c: prints tables of text. */
void bench_print(const struct bench *bench);

/*
 * bench_markdown.c: a table of a page, of COUNT images (one or more): "formats", "goals" and
 * "headline" show the first image, "images" shows all. Returns STATUS_...
 */
int bench_print_markdown(const char *table, const struct bench *benches, size_t count);

/* bench_json.c: writes an object with the name of the image. */
struct json;
void bench_write_json(struct json *json, const struct bench *bench);

#endif
