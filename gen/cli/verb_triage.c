/* SPDX-License-Identifier: MIT */
/* bobbin triage: counts the crashes in the logs of many devices and builds. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/debug_options.h"
#include "cli/verb.h"
#include "report/report_reader.h"
#include "report/signature.h"
#include "triage/triage_view.h"
#include "unwind/host_frames.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

/* Builds without an image that are reported. */
#define UNKNOWN_BUILDS_MAX 20

struct triager {
    const struct options *options;
    struct words image_paths, logs;
    struct image_list images;
    struct host_frames host;
    struct triage triage;
    const char *log; /* that is being read */
    int status;
    struct string_table unknown_builds; /* without an image; at most UNKNOWN_BUILDS_MAX */
};

/* ---- files ------------------------------------------------------------------------------- */

/* Whether the file is linked firmware, and not a log. */
static bool is_image(const char *path)
{
    Elf32_Ehdr header = {0};
    FILE *in = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");
    size_t size = in ? fread(&header, 1, sizeof(header), in) : 0;

    if (in)
        fclose(in);
    return size == sizeof(header) && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_type != ET_CORE;
}

static void add_file(struct triager *triager, char *path)
{
    struct words *words = is_image(path) ? &triager->image_paths : &triager->logs;

    array_push(words->items, words->count, words->capacity, path);
}

/* Images and logs may be in any order. */
static void sort_files(struct triager *triager)
{
    const struct options *options = triager->options;

    for (size_t i = 0; i < options->images.count; i++)
        add_file(triager, options->images.items[i]);
    for (size_t i = 0; i < options->operands_count; i++)
        add_file(triager, options->operands[i]);
}

static int open_images(struct triager *triager)
{
    struct options options = *triager->options;

    options.images = triager->image_paths;
    return options.images.count ? debug_options_open_list(&triager->images, &options) : STATUS_GOOD;
}

/* ---- reports ----------------------------------------------------------------------------- */

static void note_unknown_build(struct triager *triager, const char *build_id)
{
    struct string_table *known = &triager->unknown_builds;

    triager->status = diag_worse(triager->status, STATUS_PROBLEMS);
    if (known->count < UNKNOWN_BUILDS_MAX)
        string_table_number(known, build_id);
}

/* The image with the build id of REPORT; the only image for a report without a build id. */
static struct named_image *image_of(struct triager *triager, const struct report *report)
{
    if (report->build_id_size == 0)
        return triager->images.count == 1 ? &triager->images.items[0] : NULL;
    return image_list_by_build_id(&triager->images, report->build_id, report->build_id_size);
}

static void take_report(void *context, struct report *report)
{
    struct triager *triager = context;
    struct named_image *image = image_of(triager, report);
    char signature[SIGNATURE_BYTES];
    char build_id[BUILD_ID_TEXT_BYTES];
    struct triage_row row;

    if (report->refused) {
        triager->status = diag_worse(triager->status, STATUS_PROBLEMS);
        return;
    }
    host_frames_add(&triager->host, report, image);
    triage_row_fill(&row, report, image, triager->log, signature, build_id);
    if (!image)
        note_unknown_build(triager, build_id);
    if (row.damaged)
        triager->status = diag_worse(triager->status, STATUS_PROBLEMS);
    if (triager->options->reports)
        triage_view_row(&row, stdout);
    triage_add(&triager->triage, &row);
}

static int read_log(struct triager *triager, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    struct report_log_rest rest;
    int status;

    triager->log = standard ? "standard input" : path;
    if (!in)
        return diag_error(path, "cannot read: %s", strerror(errno));
    status = report_log_visit(in, triager->log, take_report, triager, &rest);
    if (!standard)
        fclose(in);
    return rest.lines_damaged ? diag_worse(status, STATUS_PROBLEMS) : status;
}

static void read_logs(struct triager *triager)
{
    for (size_t i = 0; i < triager->logs.count; i++)
        triager->status = diag_worse(triager->status, read_log(triager, triager->logs.items[i]));
    if (triager->logs.count == 0)
        triager->status = diag_worse(triager->status, read_log(triager, "-"));
}

/* ---- the answer -------------------------------------------------------------------------- */

static void report_unknown_builds(const struct triager *triager)
{
    const struct string_table *builds = &triager->unknown_builds;

    for (size_t i = 0; i < builds->count; i++)
        if (builds->items[i][0])
            diag_error(NULL,
                       "no image has the build id %s, so its functions have no names; give the "
                       "image of that build",
                       builds->items[i]);
        else
            diag_error(NULL, "reports have no build id, so their functions have no names");
    if (builds->count == UNKNOWN_BUILDS_MAX)
        diag_note(NULL, "more builds without an image are not shown");
}

/* Writes the file of --output. */
static int write_json(const struct triager *triager)
{
    const struct options *options = triager->options;
    struct output output;
    int status = output_open(&output, options->output, NULL);

    if (status != STATUS_GOOD)
        return status;
    triage_view_json(&triager->triage, options->top, output.file);
    return output_close(&output);
}

static int show(struct triager *triager)
{
    const struct options *options = triager->options;

    report_unknown_builds(triager);
    if (triager->triage.reports == 0) {
        diag_error(NULL, "the logs have no crash report");
        return diag_worse(triager->status, STATUS_PROBLEMS);
    }
    triage_sort(&triager->triage);
    if (options->output)
        triager->status = diag_worse(triager->status, write_json(triager));
    if (options->json)
        triage_view_json(&triager->triage, options->top, stdout);
    else if (!options->reports)
        triage_view_print(&triager->triage, options->top, stdout);
    return triager->status;
}

static int triage(const struct options *options)
{
    struct triager triager = {.options = options};
    int status;

    triager.triage.exact_max = options->exact ? SIZE_MAX : TRIAGE_EXACT_MAX;
    triager.triage.remembered_min = options->exact ? SIZE_MAX : TRIAGE_REMEMBERED_MIN;
    sort_files(&triager);
    status = open_images(&triager);
    if (status == STATUS_GOOD) {
        read_logs(&triager);
        status = show(&triager);
    }
    host_frames_free(&triager.host);
    image_list_close(&triager.images);
    triage_free(&triager.triage);
    string_table_free(&triager.unknown_builds);
    free(triager.image_paths.items);
    free(triager.logs.items);
    return status;
}

/* ---- help -------------------------------------------------------------------------------- */

static const char *conflict(const struct options *options)
{
    return options->json && options->reports ? "--json and --reports cannot be used together"
                                             : NULL;
}

static const struct verb_option main_options[] = {
    OPTION_IMAGE("an image of a build; the same as IMAGE"),
    OPTION_TOP("signatures that are shown; default 30, 0: all"),
    {.name = "json", .letter = 'j', .text = "print a JSON object", SETS_FLAG(json)},
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .text = "also write the JSON object to FILE",
     STORES_WORD(output)},
    {.name = "reports",
     .text = "print a line of JSON for each report instead, also for repeated ones. "
             "gen/triage/README.md loads these lines into ClickHouse and SQLite.",
     SETS_FLAG(reports)},
    {0},
};

static const struct verb_option rare_options[] = {
    {.name = "exact",
     .text = "count all devices exactly and remember all reports. Without this option a signature "
             "with more than 1,048,576 devices has an estimate (marked ~, standard error 0.12 %), "
             "and a report that is repeated after more than 1,048,576 others may count again. "
             "Memory then depends on the number of reports.",
     SETS_FLAG(exact)},
    OPTION_DEBUG_FILE,
    {0},
};

static const struct option_group options_of_triage[] = {
    {"options", main_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL,
     "{reports, repeated, damaged, devices, devices_exact, builds_count, signatures_count, "
     "signatures: [{signature, count, devices, devices_exact, builds_count, builds: [{build_id, "
     "count}], first: {time, log, log_line}, last, example, cause_text}]}. LAST and EXAMPLE have "
     "the fields of FIRST. At most 16 builds of a signature are named. With --reports: {signature, "
     "device, token, time, log, log_line, name, build_id, cause, damaged}. Unknown values are "
     "null."},
    {0},
};

static const struct help_section sections[] = {{"JSON", json_lines}, {0}};

const struct verb verb_triage = {
    .name = "triage",
    .summary = "count the crashes in the logs of many devices and builds",
    .usage = {"IMAGE... LOG... [options]"},
    .description =
        "Reads the crash reports of all logs and groups them by signature: the cause and the "
        "innermost functions, which are the same in each build (gen/report/SIGNATURE.md). Prints "
        "how often each crash occurs, on how many devices and in how many builds, when it came "
        "first and last, and the file and line of an example for `bobbin decode`.\n\n"
        "Images and logs may be in any order; - is standard input. If a report does not name its "
        "device, the log file stands for it. A report counts once, however often it is in the "
        "logs: the token of its lines tells. Logs may have time stamps before the lines, such as "
        "2026-11-27T10:26:03Z; without them, FIRST and LAST are the order of reading.",
    .options = options_of_triage,
    .sections = sections,
    .examples =
        {
            {"all crashes of two builds", "bobbin triage firmware.elf firmware-old.elf logs/*.log"},
            {"lines for a database", "bobbin triage firmware.elf crash.log --reports"},
        },
    .problems = "no report, a damaged report, or a report of a build without an image",
    .bad_input = "a file cannot be read or written",
    .operands_max = SIZE_MAX,
    .conflict = conflict,
    .run = triage,
};
