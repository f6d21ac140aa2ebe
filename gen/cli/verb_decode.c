/* SPDX-License-Identifier: MIT */
/* bobbin decode: prints the crash reports in a log, with names and lines. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/debug_options.h"
#include "cli/decode_core.h"
#include "cli/verb.h"
#include "report/report_reader.h"
#include "report/report_view.h"
#include "symbolize/backtrace_text.h"
#include "unwind/host_frames.h"
#include "util/diag.h"
#include "util/memory.h"

struct decoder {
    const struct options *options;
    const char *path;     /* NULL or "-": standard input */
    const char *log_path; /* for messages */
    struct image_list images;
    struct report_log log;
    struct host_frames host;
    struct source_lines sources;

    /* reports that are printed as they come */
    size_t shown;
    int status;
};

/* ---- choosing the image ------------------------------------------------------------------ */

/* The report has no build id: with one image, uses that image and warns. */
static int choose_unverified(struct decoder *decoder, struct report_view *view)
{
    const char *path = decoder->images.items[0].image.path;

    if (decoder->images.count > 1 && !decoder->options->force) {
        diag_error(decoder->log_path,
                   "line %lu: the report has no build id, so no image is chosen and addresses have "
                   "no names; --force takes %s",
                   view->report->log_line, path);
        return STATUS_PROBLEMS;
    }
    diag_warning(decoder->log_path,
                 "line %lu: the report has no build id; if %s is not its image, names are wrong",
                 view->report->log_line, path);
    view->image = &decoder->images.items[0];
    return STATUS_GOOD;
}

static int choose_image(struct decoder *decoder, struct report_view *view)
{
    const struct report *report = view->report;
    const struct image *first = &decoder->images.items[0].image;
    const char *outcome =
        decoder->options->force
            ? "names may be wrong"
            : "addresses have no names; give the image of that build, or use --force";
    char wanted[BUILD_ID_TEXT_BYTES];
    char found[BUILD_ID_TEXT_BYTES];

    if (report->build_id_size == 0)
        return choose_unverified(decoder, view);
    view->image = image_list_by_build_id(&decoder->images, report->build_id, report->build_id_size);
    view->verified = view->image != NULL;
    if (view->verified)
        return STATUS_GOOD;
    build_id_text(report->build_id, report->build_id_size, wanted);
    if (decoder->images.count == 1)
        diag_error(first->path, "the image has build id %s, the report has %s; %s",
                   build_id_text(first->build_id, first->build_id_size, found), wanted, outcome);
    else
        diag_error(decoder->log_path, "line %lu: no image has the build id %s of the report; %s",
                   report->log_line, wanted, outcome);
    if (decoder->options->force)
        view->image = &decoder->images.items[0];
    return STATUS_PROBLEMS;
}

/* ---- reports ----------------------------------------------------------------------------- */

/* Lets REPORT show source lines, if the user wants them. */
static void show_sources(struct decoder *decoder, struct report *report,
                         const struct named_image *image)
{
    const struct options *options = decoder->options;
    struct stat status;

    if (!image || !(options->source || options->source_dirs.count || options->source_maps.count))
        return;
    decoder->sources.folders = options->source_dirs.items;
    decoder->sources.folders_count = options->source_dirs.count;
    decoder->sources.maps = options->source_maps.items;
    decoder->sources.maps_count = options->source_maps.count;
    decoder->sources.image_time = stat(image->image.path, &status) == 0 ? status.st_mtime : 0;
    report_view_set_sources(report, &decoder->sources);
}

/* Prints REPORT. TITLE (NULL: none) is a line before the text. */
static int show_report(struct decoder *decoder, struct report *report, const char *title)
{
    struct report_view view = {.report = report, .all_registers = decoder->options->registers};
    int status;

    if (report->refused)
        return STATUS_BAD_INPUT;
    status = choose_image(decoder, &view);
    if (view.image && !image_has_names(&view.image->image))
        status = STATUS_PROBLEMS;
    host_frames_add(&decoder->host, report, view.image);
    report_view_name(report, view.image);
    show_sources(decoder, report, view.image);
    if (decoder->options->json) {
        report_view_json(&view, stdout);
    } else {
        if (title)
            puts(title);
        report_view_print(&view, stdout, backtrace_wants_colour(stdout));
    }
    return report_is_damaged(report) ? diag_worse(status, STATUS_PROBLEMS) : status;
}

static int show_report_at(struct decoder *decoder, size_t index)
{
    struct report *report = &decoder->log.reports[index];
    size_t count = decoder->log.count;
    char title[96];

    snprintf(title, sizeof(title), "%sreport %zu of %zu, line %lu", index ? "\n" : "", index + 1,
             count, report->log_line);
    return show_report(decoder, report, count > 1 && !decoder->options->report ? title : NULL);
}

/* KIND: what the log seems to be; NULL: text */
static int no_report(const struct decoder *decoder, const char *kind)
{
    diag_error(decoder->log_path, "the log has no crash report%s%s",
               kind ? "; it seems to be " : "", kind ? kind : "");
    return STATUS_PROBLEMS;
}

static int show_reports(struct decoder *decoder)
{
    int status = decoder->log.lines_damaged ? STATUS_PROBLEMS : STATUS_GOOD;

    if (decoder->log.count == 0)
        return no_report(decoder, decoder->log.kind);
    if (decoder->options->report > decoder->log.count) {
        diag_error(decoder->log_path, "--report=%zu: the log has only %zu report%s",
                   decoder->options->report, decoder->log.count,
                   decoder->log.count == 1 ? "" : "s");
        return STATUS_PROBLEMS;
    }
    for (size_t i = 0; i < decoder->log.count; i++)
        if (decode_core_wants(decoder->options, i))
            status = diag_worse(status, show_report_at(decoder, i));
    if (decoder->options->output)
        status = diag_worse(status,
                            decode_core_write(&decoder->log, &decoder->images, decoder->options));
    return status;
}

static void take_report_of_log(void *context, struct report *report)
{
    struct decoder *decoder = context;

    decoder->shown++;
    decoder->status = diag_worse(decoder->status, show_report(decoder, report, NULL));
}

/* A log of a fleet may be larger than memory: each report is printed when it is complete. */
static int stream_reports(struct decoder *decoder, FILE *in)
{
    struct report_log_rest rest;
    int status = report_log_visit(in, decoder->log_path, take_report_of_log, decoder, &rest);

    status = diag_worse(status, rest.lines_damaged ? STATUS_PROBLEMS : decoder->status);
    return status == STATUS_BAD_INPUT || decoder->shown ? status : no_report(decoder, rest.kind);
}

static int read_reports(struct decoder *decoder, FILE *in)
{
    const struct options *options = decoder->options;
    int status;

    if (options->json && !options->output && !options->report)
        return stream_reports(decoder, in);
    status = report_log_read(&decoder->log, in, decoder->log_path);
    if (status == STATUS_GOOD)
        status = show_reports(decoder);
    report_log_free(&decoder->log);
    return status;
}

static int read_log(struct decoder *decoder)
{
    const char *path = decoder->path;
    bool standard = !path || strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    int status;

    decoder->log_path = standard ? "standard input" : path;
    if (!in)
        return diag_error(path, "cannot read: %s", strerror(errno));
    status = read_reports(decoder, in);
    if (!standard)
        fclose(in);
    if (fflush(stdout) != 0 || ferror(stdout))
        return diag_error(NULL, "cannot write to standard output: %s", strerror(errno));
    return status;
}

static int decode(const struct options *options)
{
    struct decoder decoder = {
        .options = options,
        .path = options->operands_count ? options->operands[0] : NULL,
    };
    int status = debug_options_open_list(&decoder.images, options);

    if (status != STATUS_GOOD)
        return status;
    status = read_log(&decoder);
    source_lines_warn(&decoder.sources);
    source_lines_free(&decoder.sources);
    host_frames_free(&decoder.host);
    image_list_close(&decoder.images);
    return status;
}

/* ---- help -------------------------------------------------------------------------------- */

static bool take_map(struct options *options, const char *argument)
{
    const char *equals = strchr(argument, '=');
    struct words *maps = &options->source_maps;

    if (!equals || equals == argument || !equals[1])
        return false;
    array_push(maps->items, maps->count, maps->capacity, (char *)(uintptr_t)argument);
    return true;
}

static bool take_report(struct options *options, const char *argument)
{
    double number;

    if (!options_number(&number, argument, 1e6) || number < 1 || number != (double)(size_t)number)
        return false;
    options->report = (size_t)number;
    return true;
}

static const struct verb_option main_options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "CORE",
     .text =
         "also write registers and stacks of the reports as an ELF core, for gdb. Each report has "
         "threads of its own. If the trace crosses exceptions, the code that each one interrupted "
         "is a thread. Each task and processor of the report is a thread too. gdb takes no names "
         "of threads from a core, so CORE.gdb gets the commands that name them, for its option "
         "-x; of several reports, each name starts with the number of the report. A core has one "
         "memory: if several reports have the same stack addresses, the stacks of the later ones "
         "are moved, and a note says how far; with --report, nothing is moved.",
     STORES_WORD(output)},
    OPTION_IMAGE("an image that may be the right one; may be given more than once"),
    {.name = "source",
     .letter = 's',
     .text = "show the source lines around each line of a trace",
     SETS_FLAG(source)},
    {.name = "registers",
     .text = "print the registers of other processors, of tasks, and of interrupted code too",
     SETS_FLAG(registers)},
    {.name = "report",
     .letter = 'r',
     .argument = "N",
     .text = "only report number N of the log, from 1",
     TAKEN_BY(take_report),
     .expected = "a number from 1 on"},
    {.name = "json", .letter = 'j', .text = "print a JSON object for each report", SETS_FLAG(json)},
    {0},
};

static const struct verb_option rare_options[] = {
    OPTION_DEBUG_FILE,
    {.name = "source-dir",
     .argument = "DIR",
     .text = "as --source, and search source files in DIR too: the longest end of the path that "
             "exists there. May be given more than once",
     APPENDS_WORD(source_dirs)},
    {.name = "source-map",
     .argument = "FROM=TO",
     .text = "as --source, and read the files of the folder FROM, where the compiler found them, "
             "from TO. May be given more than once; the first FROM that fits is taken",
     TAKEN_BY(take_map),
     .expected = "FROM=TO"},
    {.name = "force",
     .text = "take names from the first image, even if no image has the build id of the report",
     SETS_FLAG(force)},
    {0},
};

static const struct option_group options_of_decode[] = {
    {"options", main_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL,
     "One line for each report: {signature, name, device, token, time, log_line, build_id, image, "
     "image_verified, "
     "table, cause, cause_text, cause_pc, "
     "status, registers, register_text, instruction: {pc, text, relation, used, access, address, "
     "size, address_text, dfar_agrees}, threads: [{role, name, id, state, text, processor, "
     "stack_low, stack_high, "
     "stack_used, registers, register_text, frames: [{number, pc, sp, function, name, offset, "
     "file, line, "
     "inlined, kind, trust, host, inferred, source: {path, first, lines}}], exceptions: [{frame, "
     "vector, interrupted_mode, registers}], device_stop, stop, stop_value, complete}], tasks_end, "
     "tasks_count, notes, damaged, lines_missing, lines_odd, "
     "ended, certain, doubt}. CERTAIN: the token of all lines shows that they are of this report; "
     "lines of format 1 have none. TIME is a time stamp before the report in the log. DOUBT: why "
     "lines seem to be of another report. The first thread "
     "is the code that reports, with the role crashed; REGISTERS at the "
     "top are its registers. The other roles are processor, task, running (a task whose processor "
     "has no trace) and nameless (the first line of the task is missing). FRAME is the number of "
     "the first frame of the interrupted code. REGISTER_TEXT says what is at the address in a "
     "register. RELATION is caused (the instruction caused the exception), called (it called the "
     "pc) or later (an asynchronous abort: an earlier instruction caused it); USED are the "
     "registers that it used. HOST marks frames that bobbin added: DEVICE_STOP says why the device "
     "stopped. INFERRED marks functions that ended in a tail call: they have the number of the "
     "frame before them, and no sp. SOURCE is there with --source. Fields without a value in the "
     "report are missing or "
     "null."},
    {0},
};

static const struct help_section sections[] = {{"JSON", json_lines}, {0}};

const struct verb verb_decode = {
    .name = "decode",
    .summary = "print the crash reports in a log, with names and lines",
    .usage = {"IMAGE [REPORT] [options]", "--image=IMAGE [--image=IMAGE]... [REPORT] [options]"},
    .description =
        "Finds the crash reports in the text log REPORT and prints each as a backtrace with "
        "functions, files, lines and inlined calls. Other lines in REPORT are ignored. If REPORT "
        "is - or missing, standard input is read. REPORT may also be a record that survived a "
        "reset, a dump of memory or a hex dump with records, the newest of which comes first. Of "
        "several images, the one with the build id of "
        "the report gives the names.\n\n"
        "If the report has tasks and processors, the code that crashed comes first, then the other "
        "processors, then the tasks. Tasks that wait at the same place share a trace.\n\n"
        "The frames are those that the device found. If its trace ended early, bobbin goes on from "
        "the registers and the stack words of the report, by proved rules only; these frames are "
        "marked host. Functions that ended in a tail call have no frame; where the debug "
        "information allows one way alone, they are shown with the trust inferred.\n\n"
        "After the trace come the instruction that crashed, with the values that it used and the "
        "memory that it accessed, and the registers, with what is at the addresses in them.",
    .options = options_of_decode,
    .sections = sections,
    .examples =
        {
            {"the crash in a log of the serial port", "bobbin decode firmware.elf crash.log"},
            {"write a core for gdb-multiarch firmware.elf crash.core -x crash.core.gdb",
             "bobbin decode firmware.elf crash.log -o crash.core"},
            {"a log of one of several builds",
             "bobbin decode --image=firmware.elf --image=firmware-old.elf crash.log"},
        },
    .problems = "no report, a damaged report, no image with its build id, or an image without "
                "function symbols",
    .bad_input = "a file cannot be read or written, or the report has a newer format",
    .operands_max = 1,
    .run = decode,
};
