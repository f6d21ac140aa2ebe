/* SPDX-License-Identifier: MIT */
#include "cli/decode_core.h"

#include <stdlib.h>
#include <string.h>

#include "cli/debugger_rules.h"
#include "report/report_core_file.h"
#include "util/diag.h"
#include "util/memory.h"

bool decode_core_wants(const struct options *options, size_t index)
{
    return !options->report || options->report == index + 1;
}

/* The image whose build id is that of REPORT; with --force, the first image if none has it. */
static struct named_image *image_of(struct image_list *images, const struct options *options,
                                    const struct report *report)
{
    struct named_image *image =
        report->build_id_size
            ? image_list_by_build_id(images, report->build_id, report->build_id_size)
            : NULL;
    bool any = options->force || (report->build_id_size == 0 && images->count == 1);

    if (!image && any)
        image = &images->items[0];
    return image;
}

/* Adds the reports of the core to CONTENTS: those of the same build as the first. */
static void choose_reports(const struct report_log *log, const struct options *options,
                           const struct report **reports, size_t *numbers,
                           struct core_contents *contents)
{
    for (size_t i = 0; i < log->count; i++) {
        const struct report *report = &log->reports[i], *first = reports[0];
        if (report->refused || !decode_core_wants(options, i))
            continue;
        if (contents->reports_count &&
            (report->build_id_size != first->build_id_size ||
             memcmp(report->build_id, first->build_id, first->build_id_size) != 0)) {
            diag_warning(options->output,
                         "report %zu, line %lu, is of another build and not in the core; give it a "
                         "core of its own with --report=%zu",
                         i + 1, report->log_line, i + 1);
            continue;
        }
        reports[contents->reports_count] = report;
        numbers[contents->reports_count++] = i + 1;
    }
}

static int write_contents(struct image_list *images, const struct options *options,
                          struct core_contents *contents)
{
    struct named_image *image = image_of(images, options, contents->reports[0]);
    struct debugger_rules rules = {0};
    int status;

    if (!image) {
        diag_note(options->output,
                  "the image of the report is not given, so gdb shows zeros or first values for "
                  "variables that did not arrive");
        return report_core_file_write(contents, options->output);
    }
    contents->image = &image->image;
    contents->map = image_list_map(image);
    status = debugger_rules_open(&rules, image);
    contents->rules = &rules.rules;
    if (status == STATUS_GOOD)
        status = report_core_file_write(contents, options->output);
    debugger_rules_close(&rules);
    return status;
}

int decode_core_write(const struct report_log *log, struct image_list *images,
                      const struct options *options)
{
    size_t count = log->count;
    const struct report **reports = must_realloc(NULL, count, sizeof(*reports));
    size_t *numbers = must_realloc(NULL, count, sizeof(*numbers));
    struct core_contents contents = {.reports = reports, .numbers = numbers};
    int status = STATUS_BAD_INPUT;

    reports[0] = NULL;
    choose_reports(log, options, reports, numbers, &contents);
    if (contents.reports_count)
        status = write_contents(images, options, &contents);
    free(reports);
    free(numbers);
    return status;
}
