/* SPDX-License-Identifier: MIT */
/*
 * bench_figures JSON DIRECTORY...: the figures of each DIRECTORY as tables on standard output, and to the file JSON.
 * bench_figures --frames DIRECTORY: what each frame of its deep stack took.
 * A DIRECTORY has bench.elf with its table, the firmware's answers (answers), and sizes: lines "NAME BYTES".
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "figure.h"
#include "image.h"
#include "json.h"

enum { SIZES_MAX = 16 };

struct bench {
    const char *directory;
    struct image image;
    struct answers answers;
    struct size {
        char name[32];
        uint64_t bytes;
    } size[SIZES_MAX];
    size_t sizes_count;
};

/* Static: of the last call. */
static const char *path_of(const char *directory, const char *name)
{
    static char path[4096];

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    return path;
}

static int read_sizes(struct bench *bench)
{
    const char *path = path_of(bench->directory, "sizes");
    FILE *in = fopen(path, "r");
    struct size size;

    if (!in)
        return diag_error(path, "%s", strerror(errno));
    while (bench->sizes_count < SIZES_MAX &&
           fscanf(in, "%31s %" SCNu64, size.name, &size.bytes) == 2)
        bench->size[bench->sizes_count++] = size;
    fclose(in);
    return STATUS_GOOD;
}

static int bench_open(struct bench *bench, const char *directory)
{
    int status;

    *bench = (struct bench){.directory = directory};
    status = image_open(&bench->image, path_of(directory, "bench.elf"));
    if (status != STATUS_GOOD)
        return status;
    status = answers_read(&bench->answers, path_of(directory, "answers"));
    if (status == STATUS_GOOD)
        status = read_sizes(bench);
    return status;
}

static void bench_close(struct bench *bench)
{
    image_close(&bench->image);
    free(bench->answers.sample);
}

static const char *name_of(const struct bench *bench, uint32_t pc)
{
    static char text[200];

    return image_name(&bench->image, pc, text, sizeof(text));
}

/* The limits are for Thumb code for size, and a fast table. */
static bool is_judged(const struct bench *bench)
{
    return strstr(bench->directory, "thumb-os") && !strstr(bench->directory, "small");
}

/* ---- for people ----------------------------------------------------------------------------- */

static void print_figure(const struct bench *bench, const struct figure_kind *kind)
{
    struct figure figure = figure_of(&bench->answers, kind);

    if (!figure.count)
        return;
    printf("%-36s %8" PRIu32 " %6" PRIu32, kind->title, figure.count, figure.mean);
    if (kind->part == FIGURE_PER_FRAME) {
        printf("\n");
        return;
    }
    printf(" %6" PRIu32 " %6" PRIu32 " %6" PRIu32, figure.median, figure.percentile_99,
           figure.worst);
    if (kind->limit && is_judged(bench))
        printf(" %6" PRIu32 " %s", kind->limit,
               figure_is_met(&figure, kind) ? "met    " : "MISSED ");
    else
        printf("%15s", "");
    printf("%.60s\n", figure.worst_pc ? name_of(bench, figure.worst_pc) : "");
}

static void print_worst(const struct bench *bench, bool by_read)
{
    struct figure worst = figure_worst_step(&bench->answers, by_read);

    printf("%-36s %8" PRIu32 " %27" PRIu32 "%15s%.60s\n",
           by_read ? "  all memory by env.read" : "worst step", worst.count, worst.worst, "",
           name_of(bench, worst.worst_pc));
}

/* Of the core, as Thumb code for size. */
static const struct size size_limits[] = {
    {"core_bytes", 3584}, {"core_writable_bytes", 0}, {"core_stack_bytes", 256}};

static void print_size(const struct bench *bench, const struct size *size)
{
    printf("%-36s %8" PRIu64, size->name, size->bytes);
    for (size_t i = 0; is_judged(bench) && i < sizeof(size_limits) / sizeof(size_limits[0]); i++)
        if (strcmp(size_limits[i].name, size->name) == 0)
            printf(" %27" PRIu64 " %s", size_limits[i].bytes,
                   size->bytes <= size_limits[i].bytes ? "met" : "MISSED");
    printf("\n");
}

static void print_bench(const struct bench *bench)
{
    printf("%s\n", bench->directory);
    for (size_t i = 0; i < bench->sizes_count; i++)
        print_size(bench, &bench->size[i]);
    printf("\n%-36s %8s %6s %6s %6s %6s %6s         %s\n", "instructions", "samples", "mean",
           "median", "99 %", "worst", "limit", "worst at");
    for (size_t i = 0; i < FIGURES; i++)
        print_figure(bench, &figure_kinds[i]);
    for (int by_read = 0; by_read < 2; by_read++)
        print_worst(bench, by_read);
    printf("\n");
}

static void print_frames(const struct bench *bench)
{
    for (size_t i = 0; i < bench->answers.count; i++) {
        const struct bench_sample *sample = &bench->answers.sample[i];
        if (sample->series == BENCH_CALL)
            printf("%6" PRIu32 " 0x%08" PRIx32 " %s\n", sample->step, sample->pc,
                   name_of(bench, sample->pc));
    }
}

/* ---- for programs --------------------------------------------------------------------------- */

static void write_worst(struct json *json, const struct bench *bench, const struct figure *figure)
{
    json_number(json, "worst", figure->worst);
    json_address(json, "worst_pc", figure->worst_pc);
    json_string(json, "worst_at", name_of(bench, figure->worst_pc));
}

static void write_figure(struct json *json, const struct bench *bench,
                         const struct figure_kind *kind)
{
    struct figure figure = figure_of(&bench->answers, kind);

    if (!figure.count)
        return;
    json_object(json, kind->key);
    json_number(json, "samples", figure.count);
    json_number(json, "stopped", figure.stopped);
    json_number(json, "total", figure.total);
    json_number(json, "mean", figure.mean);
    if (kind->part != FIGURE_PER_FRAME) {
        json_number(json, "median", figure.median);
        json_number(json, "percentile_99", figure.percentile_99);
        write_worst(json, bench, &figure);
    }
    if (kind->limit) {
        json_number(json, "limit", kind->limit);
        json_bool(json, "met", figure_is_met(&figure, kind));
    }
    json_object_end(json);
}

static void write_bench(struct json *json, const struct bench *bench)
{
    const char *slash = strrchr(bench->directory, '/');

    json_object(json, slash ? slash + 1 : bench->directory);
    for (size_t i = 0; i < bench->sizes_count; i++)
        json_number(json, bench->size[i].name, bench->size[i].bytes);
    json_object(json, "instructions");
    for (size_t i = 0; i < FIGURES; i++)
        write_figure(json, bench, &figure_kinds[i]);
    for (int by_read = 0; by_read < 2; by_read++) {
        struct figure worst = figure_worst_step(&bench->answers, by_read);
        json_object(json, by_read ? "worst_step_read" : "worst_step");
        json_number(json, "samples", worst.count);
        write_worst(json, bench, &worst);
        json_object_end(json);
    }
    json_object_end(json);
    json_object_end(json);
}

static int figures(const char *json_path, char **directories, int count)
{
    FILE *out = fopen(json_path, "w");
    struct json json;
    struct bench bench;
    int status = STATUS_GOOD;

    if (!out)
        return diag_error(json_path, "%s", strerror(errno));
    json_begin(&json, out);
    json_object(&json, "core");
    for (int i = 0; i < count && status == STATUS_GOOD; i++) {
        status = bench_open(&bench, directories[i]);
        if (status == STATUS_GOOD) {
            print_bench(&bench);
            write_bench(&json, &bench);
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
    struct bench bench;
    int status;

    if (argc < 3) {
        fprintf(stderr, "usage: %s JSON DIRECTORY... | --frames DIRECTORY\n", argv[0]);
        return STATUS_USAGE;
    }
    if (strcmp(argv[1], "--frames") != 0)
        return figures(argv[1], argv + 2, argc - 2);
    status = bench_open(&bench, argv[2]);
    if (status == STATUS_GOOD)
        print_frames(&bench);
    bench_close(&bench);
    return status;
}
