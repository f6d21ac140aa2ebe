/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "discover/open_image.h"
#include "elf/image.h"
#include "elf/image_names.h"
#include "util/diag.h"

#define NAME_WIDTH "%-30s"

static double share(uint64_t of, uint64_t all)
{
    return all ? (double)of / (double)all : 0;
}

/* ---- bytes and exactness -------------------------------------------------------------------- */

static void print_exactness_row(const struct bench *bench, const struct format_figures *format)
{
    printf(NAME_WIDTH " %9" PRIu64 " %8.2f %7.2f ", format->name, format->bytes,
           share(format->bytes, bench->image.functions),
           100 * share(format->bytes, bench->image.code_bytes));
    if (format_is_counted(format))
        printf("  describes %.1f %% of the code; counted only",
               100 * share(format->expressed_bytes, bench->image.code_bytes));
    for (int i = 0; i < EXACTNESSES && !format_is_counted(format); i++)
        printf("  %8.3f %7.3f", bench_percent(format, i, VERDICT_EXACT),
               bench_percent(format, i, VERDICT_WRONG));
    printf("\n");
}

static void print_exactness(const struct bench *bench)
{
    printf(NAME_WIDTH " %9s %8s %7s   %16s  %16s  %16s\n", "", "", "bytes a", "% of",
           "% instructions", "% returns", "% executed");
    printf(NAME_WIDTH " %9s %8s %7s ", "", "bytes", "function", "code");
    for (int i = 0; i < EXACTNESSES; i++)
        printf("  %8s %7s", "exact", "wrong");
    printf("\n");
    for (size_t i = 0; i < bench->image.formats_count; i++)
        print_exactness_row(bench, &bench->image.format[i]);
    printf("\n");
}

static void print_parts(const struct format_figures *format)
{
    printf(NAME_WIDTH, format->name);
    for (size_t i = 0; i < format->parts_count; i++)
        printf("%s %" PRIu64 " %s", i ? ";" : "", format->part[i].bytes, format->part[i].name);
    printf("\n");
}

/* ---- instructions --------------------------------------------------------------------------- */

static void print_mean(struct figure figure)
{
    if (figure.count)
        printf(" %6" PRIu32, figure.mean);
    else
        printf(" %6s", "-");
}

static void print_mean_and_worst(struct figure figure)
{
    print_mean(figure);
    if (figure.count)
        printf(" %6" PRIu32, figure.worst);
    else
        printf(" %6s", "-");
}

static void print_found(struct figure call)
{
    char text[32];

    snprintf(text, sizeof(text), "%" PRIu32 "/%" PRIu32, call.count - call.stopped - call.wrong,
             call.count - 1);
    printf(" %9s", call.count ? text : "-");
}

static void print_reader(const struct bench *bench, const struct format_figures *format)
{
    const struct reader *reader = bench_reader(bench, format);

    if (reader)
        printf(" %6" PRIu64 " %6" PRIu64, reader->bytes, reader->more_bytes);
    else
        printf(" %6s %6s", "-", "-");
    printf(" %6" PRIu32 "\n", bench_stack_bytes(bench, format));
}

static void print_speed_row(const struct bench *bench, const struct format_figures *format)
{
    printf(NAME_WIDTH, format->name);
    print_found(bench_figure(bench, format, FIGURE_CALL));
    print_mean_and_worst(bench_figure(bench, format, FIGURE_CALL));
    print_mean(bench_figure(bench, format, FIGURE_CALL_CACHED));
    print_mean_and_worst(bench_figure(bench, format, FIGURE_RETURN));
    print_mean(bench_figure(bench, format, FIGURE_RETURN_CACHED));
    print_mean(bench_figure(bench, format, FIGURE_LOOKUP));
    print_mean_and_worst(bench_figure(bench, format, FIGURE_INTERRUPTED));
    print_mean(bench_figure(bench, format, FIGURE_WALK));
    print_reader(bench, format);
}

/* Walks that use no table of FORMAT: libgcc, frame pointers, whole walks. */
static void print_walk_row(const struct bench *bench, enum figure_number number)
{
    struct figure figure = bench_figure(bench, &bench->image.format[0], number);

    if (figure.count)
        printf("%-36s %6" PRIu32 " frames, %6" PRIu32 " instructions a frame, %5" PRIu32
               " bytes of stack\n",
               figure_kinds[number].title, figure.count, figure.mean, figure.stack_bytes);
}

static void print_speed(const struct bench *bench)
{
    printf(NAME_WIDTH " %9s %20s %27s %13s %6s %13s %6s\n", "instructions a frame", "frames",
           "the deep stack's", "each call's", "interrupted", "a", "reader, bytes", "of");
    printf(NAME_WIDTH " %9s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s\n", "", "found",
           "mean", "worst", "cached", "mean", "worst", "cached", "lookup", "mean", "worst", "walk",
           "all", "more", "stack");
    for (size_t i = 0; i < bench->image.formats_count; i++)
        if (bench->answers[i].count)
            print_speed_row(bench, &bench->image.format[i]);
    printf("\n");
    if (!bench_figure(bench, &bench->image.format[0], FIGURE_LIBGCC).count)
        return;
    for (enum figure_number number = FIGURE_WALK; number < FIGURE_READ; number++)
        print_walk_row(bench, number);
    printf("\n");
}

/* ---- one format in detail ------------------------------------------------------------------- */

static const char *name_of(const struct image *image, uint32_t pc)
{
    static char text[200];

    return image_name(image, pc, text, sizeof(text));
}

static void print_detail_row(const struct bench *bench, const struct format_figures *format,
                             enum figure_number number, const struct image *image)
{
    const struct figure_kind *kind = &figure_kinds[number];
    struct figure figure = bench_figure(bench, format, number);

    if (!figure.count || kind->part == FIGURE_PER_FRAME)
        return;
    printf("%-36s %8" PRIu32 " %6" PRIu32 " %6" PRIu32 " %6" PRIu32 " %6" PRIu32, kind->title,
           figure.count, figure.mean, figure.median, figure.percentile_99, figure.worst);
    if (kind->limit && bench_is_judged(bench, format))
        printf(" %6" PRIu32 " %s", kind->limit,
               figure_is_met(&figure, number) ? "met    " : "MISSED ");
    else
        printf("%15s", "");
    printf("%.60s\n", figure.worst_pc ? name_of(image, figure.worst_pc) : "");
}

static void print_worst(const struct bench *bench, const struct format_figures *format,
                        bool by_read, const struct image *image)
{
    struct figure worst = figure_worst_step(&bench->answers[format - bench->image.format], by_read);

    printf("%-36s %8" PRIu32 " %27" PRIu32 "%15s%.60s\n",
           by_read ? "  all memory by env.read" : "worst step", worst.count, worst.worst, "",
           name_of(image, worst.worst_pc));
}

static void print_limit(const char *what, uint64_t bytes, uint64_t limit)
{
    printf("%-36s %8" PRIu64 " %27" PRIu64 " %s\n", what, bytes, limit,
           bytes <= limit ? "met" : "MISSED");
}

static void print_detail(const struct bench *bench, const struct format_figures *format)
{
    const struct reader *reader = bench_reader(bench, format);
    struct image image;

    if (!bench_is_judged(bench, format) || !reader ||
        image_open(&image, bench->image.path) != STATUS_GOOD)
        return;
    printf("%-36s %8s %6s %6s %6s %6s %6s         %s\n", format->name, "samples", "mean", "median",
           "99 %", "worst", "limit", "worst at");
    for (enum figure_number number = 0; number < FIGURES; number++)
        print_detail_row(bench, format, number, &image);
    for (int by_read = 0; by_read < 2; by_read++)
        print_worst(bench, format, by_read, &image);
    print_limit("bytes of core", reader->bytes, 3584);
    print_limit("  writable", reader->writable_bytes, 0);
    print_limit("stack of core, deepest path", reader->stack_bytes, 256);
    printf("\n");
    image_close(&image);
}

void bench_print(const struct bench *bench)
{
    const struct image_figures *image = &bench->image;

    printf("%s: %" PRIu64 " functions, %" PRIu64 " bytes of code; .debug_frame %" PRIu64
           " bytes (not loaded), .ARM.exidx and .ARM.extab %" PRIu64 "\n\n",
           bench->name, image->functions, image->code_bytes, image->debug_frame_bytes,
           image->exidx_bytes);
    print_exactness(bench);
    print_speed(bench);
    for (size_t i = 0; i < image->formats_count; i++)
        print_parts(&image->format[i]);
    printf("\n");
    for (size_t i = 0; i < image->formats_count; i++)
        print_detail(bench, &image->format[i]);
}
