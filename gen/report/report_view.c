/* SPDX-License-Identifier: MIT */
/* Shows a crash report as text and as JSON, with the names from its image. */
#include "report/report_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/fault_view.h"
#include "report/log_time.h"
#include "report/register_view.h"
#include "report/signature.h"
#include "report/thread_view.h"
#include "util/json.h"
#include <bobbin/report.h>

/*
 * Whether FRAME is a call through a null pointer. Its pc is 0, and the name of the code there
 * (perhaps the reset vector) would be misleading.
 */
static bool is_null_call(const struct report *report, const struct backtrace_frame *frame)
{
    return frame->number == 0 &&
           strcmp(report->cause, bobbin_cause_name(BOBBIN_CAUSE_NULL_CALL)) == 0;
}

static void name_trace(struct backtrace *trace, struct named_image *image)
{
    trace->debug = image ? image_list_debug(image) : NULL;
    backtrace_explain_stop(trace);
    for (size_t i = 0; image && i < trace->frames_count; i++) {
        struct backtrace_frame *frame = &trace->frames[i];
        const struct cached_symbols *names = image_list_symbols(image, frame->pc, frame->kind);
        if (!frame->remark)
            backtrace_set_symbols(frame, names->symbols, names->count);
    }
    if (image)
        backtrace_add_tails(trace, trace->debug);
}

void report_view_name(struct report *report, struct named_image *image)
{
    struct backtrace *trace = &report->crashed.trace;

    if (trace->frames_count && is_null_call(report, &trace->frames[0]))
        trace->frames[0].remark = "(call through null)";
    name_trace(trace, image);
    for (size_t i = 0; i < report->threads_count; i++)
        name_trace(&report->threads[i].trace, image);
}

void report_view_set_sources(struct report *report, struct source_lines *sources)
{
    report->crashed.trace.sources = sources;
    for (size_t i = 0; i < report->threads_count; i++)
        report->threads[i].trace.sources = sources;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_head(const struct report_view *view, FILE *out)
{
    const struct report *report = view->report;
    char id[BUILD_ID_TEXT_BYTES];
    const char *what = report->cause_text[0] ? report->cause_text
                       : report->cause[0]    ? report->cause
                                             : "the cause is unknown";

    fprintf(out, "%s%s%s: %s\n", report->name[0] ? report->name : "(no name)",
            report->device[0] ? ", device " : "", report->device, what);
    fprintf(out, "build id %s, ", build_id_text(report->build_id, report->build_id_size, id));
    if (view->image)
        fprintf(out, "image %s%s\n", view->image->image.path,
                view->verified ? "" : " (may be the wrong one)");
    else
        fprintf(out, "no image\n");
    if (report->table[0] && strcmp(report->table, "ok") != 0)
        fprintf(out, "the device could not use its unwind table: %s\n", report->table);
}

static void print_damage(const struct report *report, FILE *out)
{
    if (report->lines_missing || report->lines_odd || !report->ended)
        fprintf(out, "damaged: %u lines are missing, %u are invalid%s\n", report->lines_missing,
                report->lines_odd, report->ended ? "" : ", the end is missing");
    if (report->doubt)
        fprintf(out, "not certain: %s\n", report->doubt);
    else if (!report_is_identified(report))
        fputs("not certain: lines of format 1 do not say of which crash they are. If whole lines "
              "were lost, those after them may be of another crash\n",
              out);
}

static struct address_names names_of(const struct report_view *view)
{
    return (struct address_names){.report = view->report, .image = view->image};
}

static struct register_set registers_of(const struct report_thread *thread)
{
    return (struct register_set){thread->r, thread->cpsr, thread->d, thread->valid};
}

/* The faulting instruction and the registers of the crash. */
static void print_state(const struct report_view *view, FILE *out, bool colour)
{
    const struct report *report = view->report;
    struct address_names names = names_of(view);
    struct register_set registers = registers_of(&report->crashed);
    struct fault fault;

    fault_find(&fault, &names);
    fault_view_print(&fault, &names, out, colour);
    if (!registers.valid && !report->status_count)
        return;
    fputs("registers:\n", out);
    register_view_print(&registers, &names, out, colour);
    register_view_print_status(&names, out, colour);
}

/* The registers of the code that exceptions interrupted, in the trace of THREAD. */
static void print_interrupted(const struct address_names *names, const struct report_thread *thread,
                              FILE *out, bool colour)
{
    for (size_t i = 0; i < thread->trace.exceptions_count; i++) {
        const struct backtrace_exception *exception = &thread->trace.exceptions[i];
        struct register_set set = {exception->r, exception->cpsr, NULL, exception->valid};
        char text[64];
        backtrace_exception_text(exception, text, sizeof(text));
        fprintf(out, "registers at frame #%u (%s):\n", exception->frame, text);
        register_view_print(&set, names, out, colour);
    }
}

/* All registers but those of the crash. */
static void print_all_registers(const struct report_view *view, FILE *out, bool colour)
{
    struct address_names names = names_of(view);
    char name[64];

    print_interrupted(&names, &view->report->crashed, out, colour);
    for (size_t i = 0; i < view->report->threads_count; i++) {
        const struct report_thread *thread = &view->report->threads[i];
        struct register_set registers = registers_of(thread);
        if (registers.valid) {
            fprintf(out, "registers of \"%s\":\n", thread_view_name(thread, name, sizeof(name)));
            register_view_print(&registers, &names, out, colour);
        }
        print_interrupted(&names, thread, out, colour);
    }
}

void report_view_print(const struct report_view *view, FILE *out, bool colour)
{
    print_head(view, out);
    thread_view_print_crashed(view->report, out, colour);
    print_state(view, out, colour);
    for (size_t i = 0; i < view->report->notes_count; i++)
        fprintf(out, "note: %s\n", view->report->notes[i]);
    thread_view_print_others(view->report, out, colour);
    if (view->all_registers)
        print_all_registers(view, out, colour);
    print_damage(view->report, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Returns TEXT, or NULL if TEXT is "", which means unknown. */
static const char *known(const char *text)
{
    return text[0] ? text : NULL;
}

static void image_json(const struct report_view *view, struct json *json)
{
    const struct report *report = view->report;
    char id[BUILD_ID_TEXT_BYTES];

    json_string(json, "build_id",
                report->build_id_size ? build_id_text(report->build_id, report->build_id_size, id)
                                      : NULL);
    json_string(json, "image", view->image ? view->image->image.path : NULL);
    json_bool(json, "image_verified", view->verified);
    json_string(json, "table", known(report->table));
}

static void cause_json(const struct report *report, struct json *json)
{
    json_string(json, "cause", known(report->cause));
    json_string(json, "cause_text", known(report->cause_text));
    json_address(json, "cause_pc", report->cause_pc);
    json_object(json, "status");
    for (size_t i = 0; i < report->status_count; i++)
        json_address(json, report->status[i].name, report->status[i].value);
    json_object_end(json);
}

static void damage_json(const struct report *report, struct json *json)
{
    json_array(json, "notes");
    for (size_t i = 0; i < report->notes_count; i++)
        json_string(json, NULL, report->notes[i]);
    json_array_end(json);
    json_bool(json, "damaged", report_is_damaged(report));
    json_number(json, "lines_missing", report->lines_missing);
    json_number(json, "lines_odd", report->lines_odd);
    json_bool(json, "ended", report->ended);
    json_bool(json, "certain", report_is_identified(report));
    json_string(json, "doubt", report->doubt);
}

static void state_json(const struct report_view *view, struct json *json)
{
    struct address_names names = names_of(view);
    struct register_set registers = registers_of(&view->report->crashed);
    struct fault fault;

    register_view_json("register_text", &registers, &names, json);
    fault_find(&fault, &names);
    fault_view_json(&fault, &names, json);
}

static void identity_json(const struct report *report, struct json *json)
{
    char time[LOG_TIME_BYTES];
    int64_t time_ms;

    json_string(json, "device", known(report->device));
    json_string(json, "token", known(report->token));
    json_string(json, "time",
                log_time_find(report->before, &time_ms) ? log_time_text(time_ms, time) : NULL);
}

void report_view_json(const struct report_view *view, FILE *out)
{
    const struct report *report = view->report;
    char signature[SIGNATURE_BYTES];
    struct json json;

    json_begin_line(&json, out);
    signature_write(view->report, view->image, signature);
    json_string(&json, "signature", signature);
    identity_json(report, &json);
    json_string(&json, "name", known(report->name));
    json_number(&json, "log_line", report->log_line);
    image_json(view, &json);
    cause_json(report, &json);
    thread_view_registers_json(&report->crashed, &json);
    state_json(view, &json);
    thread_view_json(report, view->image, &json);
    damage_json(report, &json);
    json_end(&json);
}
