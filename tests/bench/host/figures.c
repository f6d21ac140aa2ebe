/* SPDX-License-Identifier: MIT */
/*
 * bench_figures JSON DIRECTORY...: what was measured in each DIRECTORY as tables on standard output, and to the file
 * JSON. bench_figures --frames DIRECTORY FORMAT: what each frame of its deep stack took.
 * bench_figures --markdown DIRECTORY: one table, for README.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "discover/open_image.h"
#include "elf/image.h"
#include "util/diag.h"
#include "util/json.h"

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

static int markdown(const char *directory)
{
    struct bench bench;
    int status = bench_open(&bench, directory);

    if (status == STATUS_GOOD)
        bench_print_markdown(&bench);
    bench_close(&bench);
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
    if (argc == 3 && strcmp(argv[1], "--markdown") == 0)
        return markdown(argv[2]);
    if (argc < 3 || argv[1][0] == '-') {
        fprintf(stderr,
                "usage: %s JSON DIRECTORY... | --frames DIRECTORY FORMAT | --markdown DIRECTORY\n",
                argv[0]);
        return STATUS_USAGE;
    }
    return figures(argv[1], argv + 2, argc - 2);
}
