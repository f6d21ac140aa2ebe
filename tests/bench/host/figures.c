/* SPDX-License-Identifier: MIT */
/*
 * Prints what measure.sh has left in each DIRECTORY.
 *   bench_figures JSON DIRECTORY...              tables on standard output, all figures to JSON
 *   bench_figures --frames DIRECTORY FORMAT      instructions for each frame of the deep stack
 *   bench_figures --markdown TABLE DIRECTORY...  a table of a page (bench_markdown.c)
 *   bench_figures --answers FILE                 means of one file of answers: call, interrupted
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "discover/open_image.h"
#include "elf/image.h"
#include "elf/image_names.h"
#include "util/diag.h"
#include "util/json.h"

enum { IMAGES_MAX = 8 };

static void print_frames(const struct answers *answers, const struct image *image)
{
    char name[200];

    for (size_t i = 0; i < answers->count; i++) {
        const struct bench_sample *sample = &answers->sample[i];
        if (sample->series == BENCH_CALL)
            printf("%6" PRIu32 " 0x%08" PRIx32 " %s\n", sample->step, sample->pc,
                   image_name(image, sample->pc, name, sizeof(name)));
    }
}

static int frames(const char *directory, const char *name)
{
    const struct format_figures *format;
    struct bench bench;
    struct image image;
    int status = bench_open(&bench, directory);

    if (status == STATUS_GOOD)
        status = image_open(&image, bench.image.path);
    if (status != STATUS_GOOD)
        return status;
    format = bench_format(&bench, name);
    if (format)
        print_frames(&bench.answers[format - bench.image.format], &image);
    else
        status = diag_error(directory, "no format %s was measured", name);
    image_close(&image);
    bench_close(&bench);
    return status;
}

static int markdown(const char *table, char **directories, size_t count)
{
    struct bench benches[IMAGES_MAX];
    int status = STATUS_GOOD;
    size_t opened = 0;

    if (count > IMAGES_MAX)
        return diag_error(NULL, "more than %d directories", IMAGES_MAX);
    while (opened < count && status == STATUS_GOOD) {
        status = bench_open(&benches[opened], directories[opened]);
        opened++;
    }
    if (status == STATUS_GOOD)
        status = bench_print_markdown(table, benches, count);
    while (opened)
        bench_close(&benches[--opened]);
    return status;
}

static int means(const char *path)
{
    struct answers answers;
    int status = answers_read(&answers, path);

    if (status == STATUS_GOOD)
        printf("%" PRIu32 " %" PRIu32 "\n", figure_of(&answers, FIGURE_CALL).mean,
               figure_of(&answers, FIGURE_INTERRUPTED).mean);
    free(answers.sample);
    return status;
}

static int figures(const char *json_path, char **directories, int count)
{
    FILE *out = fopen(json_path, "w");
    struct json json;
    int status = STATUS_GOOD;

    if (!out)
        return diag_error(json_path, "%s", strerror(errno));
    json_begin(&json, out);
    json_object(&json, "images");
    for (int i = 0; i < count && status == STATUS_GOOD; i++) {
        struct bench bench;
        status = bench_open(&bench, directories[i]);
        if (status == STATUS_GOOD) {
            bench_print(&bench);
            bench_write_json(&json, &bench);
        }
        bench_close(&bench);
    }
    json_object_end(&json);
    json_end(&json);
    fclose(out);
    return status;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--frames") == 0)
        return frames(argv[2], argv[3]);
    if (argc >= 4 && strcmp(argv[1], "--markdown") == 0)
        return markdown(argv[2], argv + 3, (size_t)argc - 3);
    if (argc == 3 && strcmp(argv[1], "--answers") == 0)
        return means(argv[2]);
    if (argc < 3 || argv[1][0] == '-') {
        fprintf(stderr,
                "usage: %s JSON DIRECTORY... | --frames DIRECTORY FORMAT | "
                "--markdown TABLE DIRECTORY... | --answers FILE\n",
                argv[0]);
        return STATUS_USAGE;
    }
    return figures(argv[1], argv + 2, argc - 2);
}
