/* SPDX-License-Identifier: MIT */
/* bobbin profile: adds up captures of the sampling profiler and shows where the time goes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/debug_options.h"
#include "cli/profile_function.h"
#include "cli/verb.h"
#include "profile/output/outputs.h"
#include "profile/profile_handlers.h"
#include "symbolize/backtrace_text.h"
#include "util/diag.h"
#include "util/gzip.h"
#include "util/output_file.h"

/* ---- outputs ----------------------------------------------------------------------------- */

static int write_text(const char *path, const struct profile_report *report,
                      void (*write)(const struct profile_report *report, FILE *out))
{
    struct output output;
    int status;

    if (!path)
        return STATUS_GOOD;
    status = output_open(&output, path, NULL);
    if (status != STATUS_GOOD)
        return status;
    write(report, output.file);
    return output_close(&output);
}

static int write_pprof(const char *path, const struct profile_report *report)
{
    struct buffer message = {0};
    struct buffer file = {0};
    int status;

    if (!path)
        return STATUS_GOOD;
    profile_write_pprof(report, &message);
    gzip_write(&message, &file);
    status = output_write(path, file.bytes, file.size, NULL);
    free(message.bytes);
    free(file.bytes);
    return status;
}

static int write_samples(const char *path, const struct profile_report *report)
{
    if (path && report->profile->raw.count == 0 && report->calls->samples) {
        diag_error("profile", "no capture has raw samples; give the sampler a ring");
        return STATUS_PROBLEMS;
    }
    return write_text(path, report, profile_write_samples);
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static bool wants_summary(const struct options *options)
{
    return !options->function && !options->lines && !is_stdout(options->folded) &&
           !is_stdout(options->speedscope) && !is_stdout(options->pprof) &&
           !is_stdout(options->svg) && !is_stdout(options->samples);
}

/* ---- one function ------------------------------------------------------------------------ */

static int show_function(const struct profile_report *report, const struct image_list *images,
                         const char *name, bool json,
                         void (*show)(const struct profile_report *report, uint32_t function,
                                      bool colour, FILE *out))
{
    uint32_t function;
    int status;

    if (!name)
        return STATUS_GOOD;
    status = profile_function(report->names, images, name, &function);
    if (status == STATUS_GOOD && json)
        profile_print_function_json(report, function, stdout);
    else if (status == STATUS_GOOD)
        show(report, function, backtrace_wants_colour(stdout), stdout);
    return status;
}

/*
 * Returns PROBLEMS if an image has no function symbols. image_list_debug has printed the message.
 */
static int check_names(const struct image_list *images)
{
    for (size_t i = 0; i < images->count; i++)
        if (images->items[i].debug_open && !image_has_names(&images->items[i].image))
            return STATUS_PROBLEMS;
    return STATUS_GOOD;
}

/* ---- all outputs ------------------------------------------------------------------------- */

static int write_outputs(const struct options *options, const struct profile_report *report,
                         const struct image_list *images)
{
    int status = write_text(options->folded, report, profile_write_folded);

    status = diag_worse(status, write_text(options->speedscope, report, profile_write_speedscope));
    status = diag_worse(status, write_text(options->svg, report, profile_write_svg));
    status = diag_worse(status, write_pprof(options->pprof, report));
    status = diag_worse(status, write_samples(options->samples, report));
    status = diag_worse(status, show_function(report, images, options->function, options->json,
                                              profile_print_function));
    status = diag_worse(
        status, show_function(report, images, options->lines, options->json, profile_print_lines));
    if (!wants_summary(options))
        return status;
    if (options->json)
        profile_print_summary_json(report, stdout);
    else
        profile_print_summary(report, options->top, backtrace_wants_colour(stdout), stdout);
    return status;
}

static void leave_out_idle(struct profile_report *report, struct profile *profile)
{
    report->idle_left_out = profile_leave_out_idle(profile);
    if (report->idle_left_out == report->totals->samples)
        diag_note("profile", "all %llu samples are of idle time, so --busy leaves none",
                  (unsigned long long)report->idle_left_out);
}

static int report_profile(const struct options *options, struct profile *profile,
                          const struct profile_totals *totals, struct image_list *images)
{
    struct profile_names names;
    struct profile_calls calls;
    struct profile_report report = {options->wall, profile, totals, &names, &calls, 0};
    enum profile_by by =
        options->wall && options->by == PROFILE_BY_NOTHING ? PROFILE_BY_TASK : options->by;
    int status;

    if (options->busy)
        leave_out_idle(&report, profile);
    if (options->by == PROFILE_BY_INTERRUPT)
        profile_cut_handlers(profile);
    profile_sort(profile);
    profile_names_make(&names, profile, images, by, !options->no_inlines);
    profile_calls_make(&calls, &names);
    status = diag_worse(check_names(images), write_outputs(options, &report, images));
    profile_calls_free(&calls);
    profile_names_free(&names);
    return status;
}

static int run(const struct options *options)
{
    const struct profile_load_options load = {
        .paths = options->operands,
        .paths_count = options->operands_count,
        .wall = options->wall,
        .force = options->force,
    };
    struct image_list images;
    struct profile_totals totals;
    struct profile profile;
    int status = debug_options_open_list(&images, options);

    if (status != STATUS_GOOD)
        return status;
    profile_init(&profile);
    profile.images = &images;
    profile.raw.wanted = options->samples;
    status = profile_load(&profile, &totals, &images, &load);
    if (status != STATUS_BAD_INPUT && totals.samples)
        status = diag_worse(status, report_profile(options, &profile, &totals, &images));
    profile_totals_free(&totals);
    profile_free(&profile);
    image_list_close(&images);
    return status;
}

/* ---- help -------------------------------------------------------------------------------- */

/* The arguments of --by, in the order of enum profile_by from TASK on. */
static const char *by_name(size_t number)
{
    static const char *const names[] = {"task", "processor", "mode", "interrupt", "image", NULL};

    return names[number];
}

static bool take_by(struct options *options, const char *argument)
{
    for (size_t i = 0; by_name(i); i++)
        if (strcmp(by_name(i), argument) == 0) {
            options->by = (enum profile_by)(PROFILE_BY_TASK + i);
            return true;
        }
    return false;
}

static bool is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

static const char *conflict(const struct options *options)
{
    const char *const outputs[] = {options->folded, options->speedscope, options->pprof,
                                   options->svg, options->samples};
    size_t standard_inputs = 0;
    size_t standard_outputs = 0;

    for (size_t i = 0; i < options->operands_count; i++)
        standard_inputs += is_stdin(options->operands[i]);
    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
        standard_outputs += is_stdout(outputs[i]);
    if (options->function && options->lines)
        return "--function and --lines cannot be used together";
    if (standard_inputs > 1)
        return "standard input (-) is given twice";
    return standard_outputs > 1 ? "two outputs go to standard output (-)" : NULL;
}

static const struct verb_option summary_options[] = {
    OPTION_TOP("functions in the summary; default 30, 0: all"),
    {.name = "function",
     .argument = "NAME",
     .text =
         "print callers and callees of this function, not the summary. NAME may be any symbol of "
         "the function.",
     STORES_WORD(function)},
    {.name = "lines",
     .argument = "NAME",
     .text = "print the source lines of this function with their samples, not the summary",
     STORES_WORD(lines)},
    {.name = "by",
     .argument = "WHAT",
     .text =
         "add a frame for WHAT at the root of each stack: the interrupted task, processor, "
         "mode, interrupt or image. With interrupt, the stack of an exception handler begins at "
         "its entry code; otherwise it continues with the code that it interrupted, if the "
         "sampler crosses exceptions.",
     TAKEN_BY(take_by),
     .expected = "task, processor, mode, interrupt or image",
     .choice = by_name},
    {.name = "wall",
     .text = "use the wall-clock profiles, and no other captures: where tasks spend time, also by "
             "waiting. Includes --by=task, unless another --by is given.",
     SETS_FLAG(wall)},
    {.name = "busy", .text = "leave out samples of idle time", SETS_FLAG(busy)},
    {.name = "json", .letter = 'j', .text = "print one JSON object", SETS_FLAG(json)},
    {0},
};

static const struct verb_option output_options[] = {
    {.name = "svg", .argument = "FILE", .text = "a flame graph, for a browser", STORES_WORD(svg)},
    {.name = "pprof",
     .argument = "FILE",
     .text = "for pprof: go tool pprof FILE",
     STORES_WORD(pprof)},
    {.name = "speedscope",
     .argument = "FILE",
     .text = "JSON for speedscope.app",
     STORES_WORD(speedscope)},
    {.name = "folded",
     .argument = "FILE",
     .text = "one line for each stack: main;work;sort 17",
     STORES_WORD(folded)},
    {.name = "samples",
     .argument = "FILE",
     .text = "each raw sample with its time, as comma-separated values. Only captures with a ring "
             "have raw samples; older captures of a run count too.",
     STORES_WORD(samples)},
    {0},
};

static const struct verb_option rare_options[] = {
    OPTION_IMAGE("one of several images: of another build, or of firmware that ran at the same "
                 "time; may be given more than once"),
    {.name = "no-inlines",
     .text = "count inlined calls as part of the function that contains them",
     SETS_FLAG(no_inlines)},
    OPTION_DEBUG_FILE,
    {.name = "force", .text = "use the first image for captures of any build", SETS_FLAG(force)},
    {0},
};

static const struct option_group options_of_profile[] = {
    {"options", summary_options},
    {"output options (FILE - is standard output, then no summary is printed)", output_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL, "{images, samples, stacks, complete, truncated, idle, lost, dropped, functions: [{name, "
           "file, line, self, total}], contexts, costs, and more}. With --function or --lines: "
           "{name, file, samples, self, total, callers, callees, lines: [{file, line, self, "
           "total}]}."},
    {0},
};

static const struct help_section sections[] = {{"JSON", json_lines}, {0}};

const struct verb verb_profile = {
    .name = "profile",
    .summary = "show where the time goes, from samples of the profiler",
    .usage = {"IMAGE CAPTURE... [options]",
              "--image=IMAGE [--image=IMAGE]... CAPTURE... [options]"},
    .description =
        "Adds up the samples in all CAPTUREs and shows where the time goes. A CAPTURE is a file "
        "that the device wrote, a text log that contains a capture, a memory dump or an ELF core; "
        "- is standard input. Their order does not matter. Of several captures of one run, the "
        "newest counts. Captures of a build whose image is not given are left out.",
    .options = options_of_profile,
    .sections = sections,
    .examples =
        {
            {"a summary and a flame graph",
             "bobbin profile firmware.elf capture.bin --svg=profile.svg"},
            {"who calls a function, and what it calls",
             "bobbin profile firmware.elf capture.bin --function=main"},
            {"the stacks by task, for other tools",
             "bobbin profile firmware.elf capture.bin --by=task --folded=-"},
        },
    .problems = "no samples, a capture is damaged or of another build, an image has no function "
                "symbols, or no sample has the function NAME",
    .bad_input = "a file cannot be read or written",
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .operands_missing = "no CAPTURE is given",
    .conflict = conflict,
    .run = run,
};
