/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "util/diag.h"

static double share(uint64_t part, uint64_t all)
{
    return all ? (double)part / (double)all : 0;
}

/* With a comma between thousands. NUMBER is below a thousand million. */
static void print_number(uint64_t number)
{
    unsigned millions = (unsigned)(number / 1000000 % 1000);
    unsigned thousands = (unsigned)(number / 1000 % 1000);
    unsigned ones = (unsigned)(number % 1000);

    if (millions)
        printf("%u,%03u,%03u", millions, thousands, ones);
    else if (thousands)
        printf("%u,%03u", thousands, ones);
    else
        printf("%u", ones);
}

static void print_number_cell(uint64_t number)
{
    printf(" ");
    print_number(number);
    printf(" |");
}

static void print_mean_cell(struct figure figure)
{
    if (figure.count)
        print_number_cell(figure.mean);
    else
        printf(" |");
}

/* A percentage of exact instructions is rounded down: 100 means all. */
static void print_exact(double percent)
{
    printf("%.*f", percent < 100 ? 2 : 0, floor(100 * percent) / 100);
}

/* Empty if the format was not proved (it is only counted) or no instruction was executed. */
static void print_exact_cell(const struct format_figures *format, enum exactness exactness)
{
    double exact = bench_percent(format, exactness, VERDICT_EXACT);

    printf(" ");
    if (exact + bench_percent(format, exactness, VERDICT_WRONG) > 0) {
        print_exact(exact);
        printf(" ");
    }
    printf("|");
}

/* ---- formats: a row a format, of one image -------------------------------------------------- */

static void print_format_row(const struct bench *bench, const struct format_figures *format)
{
    const struct reader *reader = bench_reader(bench, format);

    printf("| `%s` | %.2f | %.2f |", format->name, share(format->bytes, bench->image.functions),
           100 * share(format->bytes, bench->image.code_bytes));
    for (int i = 0; i < EXACTNESSES; i++)
        print_exact_cell(format, i);
    print_mean_cell(bench_figure(bench, format, FIGURE_CALL));
    print_mean_cell(bench_figure(bench, format, FIGURE_CALL_CACHED));
    print_mean_cell(bench_figure(bench, format, FIGURE_INTERRUPTED));
    if (reader)
        print_number_cell(reader->bytes);
    else
        printf(" |");
    printf("\n");
}

/* What the toolchain itself provides. */
static void print_toolchain_rows(const struct bench *bench)
{
    const struct image_figures *image = &bench->image;
    const struct format_figures *format = &image->format[0];

    printf("| `.ARM.exidx` read by libgcc's `_Unwind_Backtrace` | %.2f | %.2f | | | |",
           share(image->exidx_bytes, image->functions),
           100 * share(image->exidx_bytes, image->code_bytes));
    print_mean_cell(bench_figure(bench, format, FIGURE_LIBGCC));
    printf(" | | |\n| `.debug_frame`, not loaded | %.2f | %.2f | | | | | | | |\n",
           share(image->debug_frame_bytes, image->functions),
           100 * share(image->debug_frame_bytes, image->code_bytes));
    printf("| frame pointers, in code that keeps them | | | | | |");
    print_mean_cell(bench_figure(bench, format, FIGURE_FRAME_POINTER));
    printf(" | | |\n");
}

static void print_formats(const struct bench *bench, size_t count)
{
    (void)count;
    printf("| %s, %" PRIu64 " functions | bytes per function | %% of code | exact: %% of "
           "instructions | of returns | of executed | instructions per call frame | cached | "
           "interrupted | reader, bytes |\n|---|---|---|---|---|---|---|---|---|---|\n",
           bench->name, bench->image.functions);
    for (size_t i = 0; i < bench->image.formats_count; i++)
        print_format_row(bench, &bench->image.format[i]);
    print_toolchain_rows(bench);
}

/* ---- images: a row a format, a column an image ---------------------------------------------- */

static void print_size_cell(const struct bench *bench, const struct format_figures *format)
{
    if (!format) {
        printf(" |");
        return;
    }
    printf(" %.2f", share(format->bytes, bench->image.functions));
    if (!format_is_counted(format)) {
        printf("; ");
        print_exact(bench_percent(format, EXACT_INSTRUCTIONS, VERDICT_EXACT));
        printf(" %%");
    }
    printf(" |");
}

static void print_images(const struct bench *benches, size_t count)
{
    printf("| bytes per function; exact instructions |");
    for (size_t i = 0; i < count; i++)
        printf(" `%s` |", benches[i].name);
    printf("\n|---|");
    for (size_t i = 0; i < count; i++)
        printf("---|");
    printf("\n| functions |");
    for (size_t i = 0; i < count; i++)
        print_number_cell(benches[i].image.functions);
    printf("\n| bytes of code |");
    for (size_t i = 0; i < count; i++)
        print_number_cell(benches[i].image.code_bytes);
    printf("\n");
    for (size_t i = 0; i < benches[0].image.formats_count; i++) {
        const char *name = benches[0].image.format[i].name;
        printf("| `%s` |", name);
        for (size_t k = 0; k < count; k++)
            print_size_cell(&benches[k], bench_format(&benches[k], name));
        printf("\n");
    }
}

/* ---- goals: the fast table against its limits ----------------------------------------------- */

static void print_goal_row(const struct bench *bench, const struct format_figures *fast,
                           enum figure_number number, const char *what)
{
    struct figure figure = bench_figure(bench, fast, number);

    printf("| %s |", what);
    print_number_cell(figure.mean);
    print_number_cell(figure.median);
    print_number_cell(figure.worst);
    print_number_cell(figure_kinds[number].limit);
    printf("\n");
}

static void print_worst_row(const struct bench *bench, const struct format_figures *fast,
                            bool by_read, const char *what)
{
    const struct answers *answers = &bench->answers[fast - bench->image.format];

    printf("| %s | | |", what);
    print_number_cell(figure_worst_step(answers, by_read).worst);
    printf(" |\n");
}

static void print_goals(const struct bench *bench, size_t count)
{
    const struct format_figures *fast = &bench->image.format[0];
    const struct reader *reader = bench_reader(bench, fast);

    (void)count;
    printf("| %s, `%s` | mean | median | worst | limit |\n|---|---|---|---|---|\n", bench->name,
           fast->name);
    print_goal_row(bench, fast, FIGURE_CALL, "instructions per call frame, no cache");
    print_goal_row(bench, fast, FIGURE_CALL_CACHED, "instructions per call frame, cache hit");
    print_goal_row(bench, fast, FIGURE_INTERRUPTED, "instructions per interrupted frame");
    print_worst_row(bench, fast, false, "instructions of one step, memory in windows");
    print_worst_row(bench, fast, true, "instructions of one step, memory read by `env.read`");
    if (reader) {
        printf("| bytes of core | | |");
        print_number_cell(reader->bytes);
        printf(" 3,584 |\n| bytes of stack of core, deepest path | | |");
        print_number_cell(reader->stack_bytes);
        printf(" 256 |\n");
    }
}

/* ---- headline: the five numbers of the top README ------------------------------------------- */

static void print_headline(const struct bench *bench, size_t count)
{
    const struct image_figures *image = &bench->image;
    const struct format_figures *fast = &image->format[0];
    const struct reader *reader = bench_reader(bench, fast);
    uint64_t instructions = 0;

    (void)count;
    for (int verdict = 0; verdict < VERDICTS; verdict++)
        instructions += fast->verdicts[EXACT_INSTRUCTIONS][verdict];
    printf("| | Bobbin, fast table | for comparison |\n|---|---|---|\n");
    printf("| table in flash, bytes per function | **%.2f** | `.ARM.exidx` %.2f |\n",
           share(fast->bytes, image->functions), share(image->exidx_bytes, image->functions));
    printf(
        "| instructions from a call frame to its caller | **%" PRIu32 "** | libgcc %" PRIu32 " |\n",
        bench_figure(bench, fast, FIGURE_CALL).mean, bench_figure(bench, fast, FIGURE_LIBGCC).mean);
    printf("| instructions from an interrupted instruction to its caller | **%" PRIu32
           "** | libgcc cannot |\n",
           bench_figure(bench, fast, FIGURE_INTERRUPTED).mean);
    printf("| core: bytes of flash; of stack; of RAM | **");
    print_number(reader ? reader->bytes : 0);
    printf("; %" PRIu64 "; %" PRIu64 "** | |\n", reader ? reader->stack_bytes : 0,
           reader ? reader->writable_bytes : 0);
    printf("| exact share of ");
    print_number(instructions);
    printf(" instructions; number of wrong instructions | **");
    print_exact(bench_percent(fast, EXACT_INSTRUCTIONS, VERDICT_EXACT));
    printf(" %%; %" PRIu64 "** | `.ARM.exidx` ", fast->verdicts[EXACT_INSTRUCTIONS][VERDICT_WRONG]);
    print_exact(bench_percent(bench_format(bench, "exidx"), EXACT_INSTRUCTIONS, VERDICT_EXACT));
    printf(" %% |\n");
}

/* --------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(const struct bench *benches, size_t count);
} tables[] = {
    {"formats", print_formats},
    {"images", print_images},
    {"goals", print_goals},
    {"headline", print_headline},
};

int bench_print_markdown(const char *table, const struct bench *benches, size_t count)
{
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        if (strcmp(tables[i].name, table) == 0) {
            tables[i].print(benches, count);
            return STATUS_GOOD;
        }
    return diag_error(NULL, "no table is named %s", table);
}
