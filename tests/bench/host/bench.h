/* SPDX-License-Identifier: MIT */
/* All that was measured of an image, from the directory that it was left in (measure.sh). */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "figure.h"
#include "format_figures.h"

/* What a program takes that unwinds by tables of a format: a line of readers.sh. */
struct reader {
    char name[FORMAT_NAME_MAX];
    uint64_t bytes, more_bytes, writable_bytes, stack_bytes;
};

enum { READERS_MAX = 32 };

struct bench {
    const char *directory;
    const char *name; /* the last part of it */
    struct image_figures image;
    struct answers *answers; /* a format each; empty where only the host reads it */
    struct reader reader[READERS_MAX];
    size_t readers_count; /* 0 where the image was measured by the firmware of another */
};

/* STATUS_... */
int bench_open(struct bench *bench, const char *directory);
void bench_close(struct bench *bench);

/* NULL where there is none. */
const struct reader *bench_reader(const struct bench *bench, const struct format_figures *format);
const struct format_figures *bench_format(const struct bench *bench, const char *name);

/* Of the format FORMAT of BENCH->image. */
struct figure bench_figure(const struct bench *bench, const struct format_figures *format,
                           enum figure_number number);

/* The most stack that any of its steps has written to. */
uint32_t bench_stack_bytes(const struct bench *bench, const struct format_figures *format);

/* The format that limits are for, of an image of Thumb code for size. */
bool bench_is_judged(const struct bench *bench, const struct format_figures *format);

/* VERDICT as a share of all of an exactness. */
double bench_percent(const struct format_figures *format, enum exactness exactness,
                     enum verdict verdict);

/* bench_text.c: tables for people. */
void bench_print(const struct bench *bench);

/*
 * bench_markdown.c: a table of a page, of COUNT images (one or more): "formats", "goals" and
 * "headline" show the first image, "images" shows all. Returns STATUS_...
 */
int bench_print_markdown(const char *table, const struct bench *benches, size_t count);

/* bench_json.c: an object of the image's name. */
struct json;
void bench_write_json(struct json *json, const struct bench *bench);

#endif
