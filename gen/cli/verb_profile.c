/* SPDX-License-Identifier: MIT */
/* bobbin profile: captures of the sampling profiler, summed up. */
#include "cli/profile_options.h"
#include "cli/verbs.h"
#include "profile/output/outputs.h"
#include "symbolize/backtrace.h"
#include "util/diag.h"
#include "util/gzip.h"
#include "util/output_file.h"

/* ---- outputs -------------------------------------------------------------------------------- */

static int worse(int a, int b)
{
    return a > b ? a : b;
}

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

/* What no capture has cannot be shown. */
static int write_samples(const char *path, const struct profile_report *report)
{
    if (path && report->profile->raw.count == 0) {
        diag_error(NULL, "profile: no capture has raw samples");
        return STATUS_PROBLEMS;
    }
    return write_text(path, report, profile_write_samples);
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static bool wants_summary(const struct profile_options *options)
{
    return !options->function && !options->lines && !is_stdout(options->folded) &&
           !is_stdout(options->speedscope) && !is_stdout(options->pprof) &&
           !is_stdout(options->svg) && !is_stdout(options->samples);
}

/* ---- functions by name ---------------------------------------------------------------------- */

/* Whether NAME is WANTED, or is so without parameters or file. */
static bool is_called(const char *name, const char *wanted, bool exactly)
{
    size_t length = strlen(wanted);

    if (exactly)
        return strcmp(name, wanted) == 0;
    return strncmp(name, wanted, length) == 0 &&
           (!name[length] || name[length] == '(' || strncmp(name + length, " (", 2) == 0);
}

static int find_function(const struct profile_names *names, const char *wanted, uint32_t *function)
{
    size_t found = 0;

    for (int exactly = 1; exactly >= 0 && !found; exactly--)
        for (uint32_t i = 0; i < names->functions_count; i++)
            if (is_called(names->functions[i].name, wanted, exactly)) {
                *function = i;
                found++;
            }
    if (found == 1)
        return STATUS_GOOD;
    if (found)
        diag_error(NULL, "profile: %zu functions are called %s: one is %s", found, wanted,
                   names->functions[*function].name);
    else
        diag_error(NULL, "profile: no sample has a function %s", wanted);
    return STATUS_PROBLEMS;
}

static int show_function(const struct profile_report *report, const char *name, bool json,
                         void (*show)(const struct profile_report *report, uint32_t function,
                                      bool colour, FILE *out))
{
    uint32_t function;
    int status;

    if (!name)
        return STATUS_GOOD;
    status = find_function(report->names, name, &function);
    if (status == STATUS_GOOD && json)
        profile_print_function_json(report, function, stdout);
    else if (status == STATUS_GOOD)
        show(report, function, backtrace_wants_colour(stdout), stdout);
    return status;
}

/* Where an image has no function symbols, names are addresses: image_list_names has said so. */
static int check_names(const struct image_list *images)
{
    for (size_t i = 0; i < images->count; i++)
        if (images->items[i].names_open && !image_has_names(&images->items[i].image))
            return STATUS_PROBLEMS;
    return STATUS_GOOD;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int write_outputs(const struct profile_options *options, const struct profile_report *report)
{
    int status = write_text(options->folded, report, profile_write_folded);

    status = worse(status, write_text(options->speedscope, report, profile_write_speedscope));
    status = worse(status, write_text(options->svg, report, profile_write_svg));
    status = worse(status, write_pprof(options->pprof, report));
    status = worse(status, write_samples(options->samples, report));
    status = worse(status,
                   show_function(report, options->function, options->json, profile_print_function));
    status =
        worse(status, show_function(report, options->lines, options->json, profile_print_lines));
    if (!wants_summary(options))
        return status;
    if (options->json)
        profile_print_summary_json(report, stdout);
    else
        profile_print_summary(report, options->top, backtrace_wants_colour(stdout), stdout);
    return status;
}

static int report_profile(const struct profile_options *options, struct profile *profile,
                          const struct profile_totals *totals, struct image_list *images)
{
    struct profile_names names;
    struct profile_calls calls;
    struct profile_report report = {profile, totals, &names, &calls, 0};
    int status;

    if (options->busy)
        report.idle_left_out = profile_leave_out_idle(profile);
    profile_sort(profile);
    profile_names_make(&names, profile, images, options->by, !options->no_inlines);
    profile_calls_make(&calls, &names);
    status = worse(check_names(images), write_outputs(options, &report));
    profile_calls_free(&calls);
    profile_names_free(&names);
    return status;
}

static int profile_images(const struct profile_options *options, struct image_list *images)
{
    const struct profile_load_options load = {options->captures, options->captures_count,
                                              options->force};
    struct profile_totals totals;
    struct profile profile;
    int status;

    profile_init(&profile);
    profile.raw.wanted = options->samples;
    status = profile_load(&profile, &totals, images, &load);
    if (status != STATUS_BAD_INPUT && totals.samples)
        status = worse(status, report_profile(options, &profile, &totals, images));
    profile_totals_free(&totals);
    profile_free(&profile);
    return status;
}

static int run(const struct profile_options *options)
{
    struct image_list images;
    int status = image_list_open(&images, options->images, options->images_count);

    if (status != STATUS_GOOD)
        return status;
    status = profile_images(options, &images);
    image_list_close(&images);
    return status;
}

int verb_profile(int argc, char **argv)
{
    struct profile_options options;
    int status = profile_options_parse(&options, argc, argv);

    if (status == STATUS_GOOD)
        status = run(&options);
    profile_options_free(&options);
    return status == PROFILE_OPTIONS_DONE ? STATUS_GOOD : status;
}
