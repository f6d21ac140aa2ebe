/* SPDX-License-Identifier: MIT */
/* Prints the summary of a profile as text. */
#include "profile/output/outputs.h"
#include "profile/output/text_columns.h"
#include "symbolize/stop_text.h"

#define BAR_WIDTH 16

struct printer {
    const struct profile_report *report;
    struct profile_stack_counts counts;
    FILE *out;
    bool colour, blocks;
    int count_width;
};

/* ---- what was sampled ------------------------------------------------------------------------ */

static void print_source(const struct printer *printer)
{
    const struct profile_totals *totals = printer->report->totals;
    const struct image *image = &printer->report->names->images->items[0].image;
    char id[BUILD_ID_TEXT_BYTES], period[TIME_TEXT_BYTES];
    char samples[COUNT_TEXT_BYTES], stacks[COUNT_TEXT_BYTES], captures[COUNT_TEXT_BYTES];

    fprintf(printer->out, "%s, build id %s\n", image->path,
            build_id_text(image->build_id, image->build_id_size, id));
    fprintf(printer->out, "%s samples of %s stacks in %s capture%s",
            count_text(printer->counts.samples, samples),
            count_text(printer->counts.distinct, stacks), count_text(totals->captures, captures),
            totals->captures == 1 ? "" : "s");
    if (totals->period_ns > 0)
        fprintf(printer->out, ", one %severy %s on average",
                printer->report->wall ? "of each task " : "", time_text(totals->period_ns, period));
    if (totals->fiq)
        fprintf(printer->out, ", by %s", totals->fiq == totals->captures ? "FIQ" : "FIQ or IRQ");
    fputc('\n', printer->out);
}

static void print_count(const struct printer *printer, const char *name, uint64_t samples,
                        const char *remark)
{
    fprintf(printer->out, "  %-10s ", name);
    put_share(printer->out, samples, printer->counts.samples, printer->count_width);
    fprintf(printer->out, "%s%s\n", *remark ? "   " : "", remark);
}

static void print_stack_counts(const struct printer *printer)
{
    const struct profile_stack_counts *counts = &printer->counts;

    print_count(printer, "complete", counts->samples - counts->truncated,
                "their stacks end at a root or where a thread starts");
    if (counts->truncated)
        print_count(printer, "truncated", counts->truncated, "callers are missing");
    for (size_t i = 0; i < BOBBIN_STOPS; i++)
        if (!stop_is_complete((enum bobbin_stop)i) && counts->by_stop[i])
            print_count(printer, "", counts->by_stop[i],
                        i == BOBBIN_STOP_NONE ? "unknown" : bobbin_stop_name((uint32_t)i));
    if (counts->idle)
        print_count(printer, "idle", counts->idle, "");
    if (counts->waiting)
        print_count(printer, "waiting", counts->waiting, "of tasks that did not run");
    if (printer->report->totals->charged)
        print_count(printer, "charged", printer->report->totals->charged,
                    "counted at a caller or in another context: the sampler's memory was full");
}

static void print_loss(const struct printer *printer, uint64_t samples, const char *why)
{
    char text[COUNT_TEXT_BYTES];

    if (samples)
        fprintf(printer->out, "  %-10s          %*s   %s\n", "missing", printer->count_width,
                count_text(samples, text), why);
}

static void print_losses(const struct printer *printer)
{
    const struct profile_totals *totals = printer->report->totals;

    print_loss(printer, printer->report->idle_left_out, "idle");
    print_loss(printer, totals->dropped, "dropped by the sampler");
    print_loss(printer, totals->lost, "lost with parts of captures");
    print_loss(printer, totals->other_builds_samples, "of other builds");
}

static void print_cost(const struct printer *printer)
{
    const struct profile_totals *totals = printer->report->totals;
    char mean[TIME_TEXT_BYTES], worst[TIME_TEXT_BYTES];

    if (totals->timed == 0 || totals->timed_ns == 0)
        return;
    fprintf(printer->out, "  a sample took %s on average, %s at most: %.3f %% of the time\n",
            time_text((double)totals->cost_ns / (double)totals->timed, mean),
            time_text((double)totals->cost_worst_ns, worst),
            share(totals->cost_ns, totals->timed_ns));
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Prints the outermost frames that --by has added. */
static void print_groups(const struct printer *printer)
{
    const struct profile_calls *calls = printer->report->calls;
    const struct profile_names *names = printer->report->names;

    if (names->by == PROFILE_BY_NOTHING)
        return;
    fputc('\n', printer->out);
    for (uint32_t i = 1; i < calls->tree.count; i++) {
        const struct stack_node *node = &calls->tree.nodes[i];
        if (node->parent != STACK_TREE_ROOT)
            continue;
        put_share(printer->out, calls->node_totals[i], calls->samples, printer->count_width);
        fputs("  ", printer->out);
        put_bar(printer->out, calls->node_totals[i], calls->samples, BAR_WIDTH, printer->blocks);
        fprintf(printer->out, "  %s\n", names->functions[node->key].name);
    }
}

static void print_function(const struct printer *printer, uint32_t function)
{
    const struct profile_calls *calls = printer->report->calls;

    put_share(printer->out, calls->self[function], calls->samples, printer->count_width);
    fputs("  ", printer->out);
    put_share(printer->out, calls->total[function], calls->samples, printer->count_width);
    fputs("  ", printer->out);
    put_bar(printer->out, calls->self[function], calls->samples, BAR_WIDTH, printer->blocks);
    fprintf(printer->out, "  %s\n", printer->report->names->functions[function].name);
}

static void print_functions(const struct printer *printer, size_t lines_max)
{
    const struct profile_calls *calls = printer->report->calls;
    size_t count = printer->report->names->functions_count;
    size_t shown = lines_max && lines_max < count ? lines_max : count;
    int column = 9 + printer->count_width;

    fprintf(printer->out, "\n%s%*s  %*s  %*s  function%s\n", printer->colour ? TEXT_BOLD : "",
            column, "self", column, "total", BAR_WIDTH, "", printer->colour ? TEXT_PLAIN : "");
    for (size_t i = 0; i < shown; i++)
        print_function(printer, calls->order[i]);
    if (shown < count)
        fprintf(printer->out, "%*s  %*s  %*s  and %zu more (--top=0)\n", column, "", column, "",
                BAR_WIDTH, "", count - shown);
}

static int width_of(uint64_t count)
{
    char text[COUNT_TEXT_BYTES];

    return (int)strlen(count_text(count, text));
}

void profile_print_summary(const struct profile_report *report, size_t lines_max, bool colour,
                           FILE *out)
{
    struct printer printer = {
        .report = report,
        .counts = profile_stack_counts(report->profile),
        .out = out,
        .colour = colour,
        .blocks = wants_blocks(out),
        .count_width = width_of(report->calls->samples),
    };

    print_source(&printer);
    print_stack_counts(&printer);
    print_losses(&printer);
    print_cost(&printer);
    print_groups(&printer);
    print_functions(&printer, lines_max);
}
