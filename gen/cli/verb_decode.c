/* SPDX-License-Identifier: MIT */
/* bobbin decode: the crash reports in a log, with names and lines. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/report_options.h"
#include "cli/verbs.h"
#include "report/report_reader.h"
#include "report/report_view.h"
#include "symbolize/backtrace.h"
#include "util/diag.h"

static const char help[] =
    "usage: bobbin decode IMAGE [REPORT] [options]\n"
    "       bobbin decode --image=IMAGE [--image=IMAGE]... [REPORT] [options]\n\n"
    "Finds the crash reports in the text log REPORT (- or nothing: standard input), whatever else\n"
    "is in it, and prints each as a backtrace with functions, files, lines and inlined calls. The\n"
    "frames are those that the device found; they are named, never added to. Of several images\n"
    "the one with the report's build id gives the names.\n\n"
    "  --image=IMAGE, -e  an image that may be the one; may be given more than once\n"
    "  --force            names from the first image even if none has the report's build id\n"
    "  --json             for each report an object with name, cause, build_id, registers,\n"
    "                     threads: [{frames: [{pc, sp, function, name, offset, file, line,\n"
    "                     inlined, kind, trust}], stop}] and more\n"
    "  -o CORE            also write registers and stack of the last report as an ELF core\n"
    "                     (gdb-multiarch IMAGE CORE)\n\n"
    "Exit status: 0 good; 1 no report, a damaged report, no image with its build id, or one "
    "without\n"
    "function symbols; 2 usage; 3 an input that cannot be read or a report of a later format.\n";

struct decoder {
    const struct read_options *options;
    const char *log_path;
    struct image_list images;
    struct report_log log;
};

/* ---- choosing the image --------------------------------------------------------------------- */

/* Nobody can tell whether the only image is the right one: used, and said. */
static int choose_unverified(struct decoder *decoder, struct report_view *view)
{
    const char *path = decoder->images.items[0].image.path;

    if (decoder->images.count > 1 && !decoder->options->force) {
        diag_warning(decoder->log_path,
                     "line %lu: the report has no build id to choose an image by; addresses stay "
                     "without names (--force: %s)",
                     view->report->log_line, path);
        return STATUS_PROBLEMS;
    }
    diag_warning(decoder->log_path,
                 "line %lu: the report has no build id; nothing tells that %s "
                 "is its image",
                 view->report->log_line, path);
    view->image = &decoder->images.items[0];
    return STATUS_GOOD;
}

static int choose_image(struct decoder *decoder, struct report_view *view)
{
    const struct report *report = view->report;
    const struct image *first = &decoder->images.items[0].image;
    char wanted[BUILD_ID_TEXT_BYTES];
    char found[BUILD_ID_TEXT_BYTES];

    if (report->build_id_size_bytes == 0)
        return choose_unverified(decoder, view);
    view->image =
        image_list_by_build_id(&decoder->images, report->build_id, report->build_id_size_bytes);
    view->verified = view->image != NULL;
    if (view->verified)
        return STATUS_GOOD;
    build_id_text(report->build_id, report->build_id_size_bytes, wanted);
    if (decoder->images.count == 1)
        diag_warning(first->path, "its build id is %s, the report's is %s; %s",
                     build_id_text(first->build_id, first->build_id_size, found), wanted,
                     decoder->options->force ? "its names may be wrong"
                                             : "addresses stay without names (--force)");
    else
        diag_warning(decoder->log_path, "line %lu: no image has the build id %s; %s",
                     report->log_line, wanted,
                     decoder->options->force ? "the names may be wrong"
                                             : "addresses stay without names (--force)");
    if (decoder->options->force)
        view->image = &decoder->images.items[0];
    return STATUS_PROBLEMS;
}

/* ---- reports -------------------------------------------------------------------------------- */

static int worse(int a, int b)
{
    return a > b ? a : b;
}

static int show_report(struct decoder *decoder, size_t index)
{
    const struct report *report = &decoder->log.reports[index];
    struct report_view view = {.report = report};
    int status;

    if (report->refused)
        return STATUS_BAD_INPUT;
    status = choose_image(decoder, &view);
    if (view.image && !image_has_names(&view.image->image))
        status = STATUS_PROBLEMS;
    if (decoder->options->json) {
        report_view_json(&view, stdout);
    } else {
        if (decoder->log.count > 1)
            printf("%sreport %zu of %zu, line %lu\n", index ? "\n" : "", index + 1,
                   decoder->log.count, report->log_line);
        report_view_print(&view, stdout, backtrace_wants_colour(stdout));
    }
    return report_is_damaged(report) ? worse(status, STATUS_PROBLEMS) : status;
}

static int write_core(const struct decoder *decoder)
{
    const char *path = decoder->options->output;
    const struct report *last = NULL;
    size_t usable = 0;

    for (size_t i = 0; i < decoder->log.count; i++) {
        if (decoder->log.reports[i].refused)
            continue;
        last = &decoder->log.reports[i];
        usable++;
    }
    if (!last)
        return STATUS_BAD_INPUT;
    if (usable > 1)
        diag_warning(path, "of %zu reports this is the last one, line %lu", usable, last->log_line);
    return report_view_write_core(last, path);
}

static int show_reports(struct decoder *decoder)
{
    int status = decoder->log.lines_damaged ? STATUS_PROBLEMS : STATUS_GOOD;

    if (decoder->log.count == 0) {
        diag_error(decoder->log_path, "no crash report in it");
        return STATUS_PROBLEMS;
    }
    for (size_t i = 0; i < decoder->log.count; i++)
        status = worse(status, show_report(decoder, i));
    if (decoder->options->output)
        status = worse(status, write_core(decoder));
    if (fflush(stdout) != 0 || ferror(stdout))
        return diag_error(NULL, "standard output: %s", strerror(errno));
    return status;
}

static int read_log(struct decoder *decoder)
{
    const char *path = decoder->options->file;
    bool standard = !path || strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    int status;

    decoder->log_path = standard ? "standard input" : path;
    if (!in)
        return diag_error(path, "%s", strerror(errno));
    status = report_log_read(&decoder->log, in, decoder->log_path);
    if (!standard)
        fclose(in);
    return status;
}

static int decode(const struct read_options *options)
{
    struct decoder decoder = {.options = options};
    int status = image_list_open(&decoder.images, options->images, options->images_count);

    if (status != STATUS_GOOD)
        return status;
    status = read_log(&decoder);
    if (status == STATUS_GOOD)
        status = show_reports(&decoder);
    report_log_free(&decoder.log);
    image_list_close(&decoder.images);
    return status;
}

int verb_decode(int argc, char **argv)
{
    struct read_options options;
    int status = read_options_parse(&options, argc, argv,
                                    READ_OUTPUT | READ_FORCE | READ_FILE_OPTIONAL, help);

    if (status == STATUS_GOOD)
        status = decode(&options);
    read_options_free(&options);
    return status == READ_OPTIONS_DONE ? STATUS_GOOD : status;
}
