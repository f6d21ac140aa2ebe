/* SPDX-License-Identifier: MIT */
/* Names a report and chooses the frame that a developer should look at first. */
#include "run/finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_view.h"
#include "symbolize/source_path.h"
#include "util/memory.h"

/* ---- the image --------------------------------------------------------------------------- */

static enum finding_image choose_image(struct report_view *view, struct image_list *images)
{
    const struct report *report = view->report;

    if (images->count == 0)
        return FINDING_IMAGE_NOT_GIVEN;
    view->image = image_list_by_build_id(images, report->build_id, report->build_id_size);
    view->verified = view->image != NULL;
    if (view->verified)
        return FINDING_IMAGE_VERIFIED;
    if (report->build_id_size || images->count > 1)
        return FINDING_IMAGE_OTHER;
    view->image = &images->items[0];
    return FINDING_IMAGE_UNVERIFIED;
}

/* ---- frames ------------------------------------------------------------------------------ */

static void add_level(struct finding *finding, const struct backtrace_frame *frame,
                      const struct symbol *symbol, const char *directory, const char *root)
{
    struct finding_frame level = {.pc = frame->pc, .line = symbol->line};

    if (symbol->function)
        level.function = backtrace_source_name(symbol);
    if (symbol->file)
        level.file = source_path_find(root, directory, symbol->file);
    level.in_root = level.file != NULL;
    if (symbol->file && !level.file)
        level.file = must_strdup(symbol->file);
    array_push(finding->frames, finding->frames_count, finding->frames_capacity, level);
}

static void add_frames(struct finding *finding, const struct backtrace *trace, const char *root)
{
    static const struct symbol unknown = {0};

    for (size_t i = 0; i < trace->frames_count; i++) {
        const struct backtrace_frame *frame = &trace->frames[i];
        const char *directory = backtrace_directory(trace, frame->pc, frame->kind);
        if (frame->symbols_count == 0)
            add_level(finding, frame, &unknown, directory, root);
        for (size_t j = 0; j < frame->symbols_count; j++)
            add_level(finding, frame, &frame->symbols[j], directory, root);
    }
}

/* Whether FUNCTION only makes the report. */
static bool is_hook(const char *function)
{
    static const char *const hooks[] = {"abort", "__assert", "__assert_func", "__assert_fail",
                                        "__stack_chk_fail"};

    for (size_t i = 0; i < sizeof(hooks) / sizeof(hooks[0]); i++)
        if (strcmp(function, hooks[i]) == 0)
            return true;
    return strncmp(function, "bobbin_", strlen("bobbin_")) == 0;
}

/* How good a frame is as the place of the crash; 0: it is none. */
static unsigned fitness(const struct finding_frame *frame)
{
    if (!frame->function || is_hook(frame->function))
        return 0;
    return frame->in_root ? 3 : frame->file ? 2 : 1;
}

static void choose_place(struct finding *finding)
{
    unsigned best = 0;

    for (size_t i = 0; i < finding->frames_count; i++) {
        unsigned fit = fitness(&finding->frames[i]);
        if (fit <= best)
            continue;
        best = fit;
        finding->place = &finding->frames[i];
    }
}

/* ---- texts ------------------------------------------------------------------------------- */

static char *make_title(const struct report *report)
{
    const char *cause = report->cause_text[0] ? report->cause_text
                        : report->cause[0]    ? report->cause
                                              : "crash of unknown cause";
    char *title;

    if (asprintf(&title, "%s%s%s", report->name, report->name[0] ? ": " : "", cause) < 0)
        return must_strdup(cause);
    return title;
}

static FILE *open_text(char **text, size_t *size)
{
    FILE *out = open_memstream(text, size);

    if (!out)
        abort();
    return out;
}

static void print_view(struct finding *finding, const struct report_view *view, bool colour)
{
    size_t sizes[3]; /* written until fclose */
    FILE *text = open_text(&finding->text, &sizes[0]);
    FILE *shown = open_text(&finding->shown, &sizes[1]);
    FILE *json = open_text(&finding->json, &sizes[2]);

    report_view_print(view, text, false);
    report_view_print(view, shown, colour);
    report_view_json(view, json);
    fclose(text);
    fclose(shown);
    fclose(json);
}

void finding_make(struct finding *finding, struct report *report, struct image_list *images,
                  struct host_frames *host, const char *root, bool colour)
{
    struct report_view view = {.report = report};

    *finding = (struct finding){.damaged = report_is_damaged(report)};
    finding->image = choose_image(&view, images);
    build_id_text(report->build_id, report->build_id_size, finding->build_id);
    host_frames_add(host, report, view.image);
    report_view_name(report, view.image);
    finding->title = make_title(report);
    print_view(finding, &view, colour);
    add_frames(finding, &report->crashed.trace, root);
    choose_place(finding);
}

char *finding_message(const struct finding *finding)
{
    const char *missing = finding->image == FINDING_IMAGE_NOT_GIVEN
                              ? "; no image is given, so addresses have no names"
                          : finding->image == FINDING_IMAGE_OTHER ? "; no image has its build id "
                                                                  : "";
    const char *build_id = finding->image == FINDING_IMAGE_OTHER ? finding->build_id : "";
    const char *function = finding->place ? finding->place->function : NULL;
    char *message;

    if (asprintf(&message, "%s%s%s%s%s%s", finding->title, function ? ", in " : "",
                 function ? function : "", missing, build_id,
                 finding->damaged ? "; lines of the report are missing" : "") < 0)
        return must_strdup(finding->title);
    return message;
}

void finding_free(struct finding *finding)
{
    for (size_t i = 0; i < finding->frames_count; i++) {
        free(finding->frames[i].function);
        free(finding->frames[i].file);
    }
    free(finding->frames);
    free(finding->title);
    free(finding->text);
    free(finding->shown);
    free(finding->json);
    *finding = (struct finding){0};
}
