/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "bench.h"

static void print_count(struct figure figure)
{
    if (figure.count)
        printf(" %" PRIu32 " |", figure.mean);
    else
        printf(" |");
}

/* Never rounded up. Where nothing was executed there is nothing to say. */
static void print_exact(const struct format_figures *format, enum exactness exactness)
{
    double exact = bench_percent(format, exactness, VERDICT_EXACT);

    if (exact + bench_percent(format, exactness, VERDICT_WRONG) > 0)
        printf(" %.*f |", exact < 100 ? 2 : 0, floor(100 * exact) / 100);
    else
        printf(" |");
}

static void print_row(const struct bench *bench, const struct format_figures *format)
{
    const struct reader *reader = bench_reader(bench, format);

    printf("| `%s` | %.2f | %.2f |", format->name,
           (double)format->bytes / (double)bench->image.functions,
           100 * (double)format->bytes / (double)bench->image.code_bytes);
    for (int i = 0; i < EXACTNESSES; i++)
        print_exact(format, i);
    print_count(bench_figure(bench, format, FIGURE_CALL));
    print_count(bench_figure(bench, format, FIGURE_CALL_CACHED));
    print_count(bench_figure(bench, format, FIGURE_INTERRUPTED));
    if (reader)
        printf(" %" PRIu64 " |\n", reader->bytes);
    else
        printf(" |\n");
}

/* What the toolchain has. */
static void print_others(const struct bench *bench)
{
    const struct format_figures *format = &bench->image.format[0];
    double functions = (double)bench->image.functions;
    double code_bytes = (double)bench->image.code_bytes;

    printf("| `.ARM.exidx` and libgcc's `_Unwind_Backtrace` | %.2f | %.2f | | | |",
           (double)bench->image.exidx_bytes / functions,
           100 * (double)bench->image.exidx_bytes / code_bytes);
    print_count(bench_figure(bench, format, FIGURE_LIBGCC));
    printf(" | | |\n| `.debug_frame`, not loaded | %.2f | %.2f | | | | | | | |\n",
           (double)bench->image.debug_frame_bytes / functions,
           100 * (double)bench->image.debug_frame_bytes / code_bytes);
    printf("| frame pointers, in code that keeps them | | | | | |");
    print_count(bench_figure(bench, format, FIGURE_FRAME_POINTER));
    printf(" | | |\n");
}

void bench_print_markdown(const struct bench *bench)
{
    printf("| %s, %" PRIu64 " functions | bytes a function | %% of code | %% of instructions exact "
           "| of returns | of executed | a call frame | cached | interrupted | code that reads it "
           "|\n|---|---|---|---|---|---|---|---|---|---|\n",
           bench->name, bench->image.functions);
    for (size_t i = 0; i < bench->image.formats_count; i++)
        print_row(bench, &bench->image.format[i]);
    print_others(bench);
}
