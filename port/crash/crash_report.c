/* SPDX-License-Identifier: MIT */
/* Writes a whole crash report, and handles a fault that happens while it is written. */
#include "../common/image_state.h"
#include "context_lines.h"
#include "report_hooks.h"
#include "reporter.h"
#include "stack_dump.h"
#include "trace.h"

/* Unlikely values, because a wild store may have overwritten the state before the crash. Every
   other value counts as idle. */
enum {
    REPORTER_IDLE = 0,
    REPORTER_BUSY = 0x0b0bb1e1,
    REPORTER_FAULTED = 0x0b0bb1e2,
    REPORTER_FINISHING = 0x0b0bb1e3,
};

static struct {
    volatile uint32_t reporting, finishing;
    uint32_t count; /* reports since the start: a part of their tokens */
    /* Static, because a fault inside the report uses the crash stack again from its top. */
    struct bobbin_report report;
} reporter;

static void print_first(struct bobbin_report *report)
{
    bobbin_line_begin(report, REPORT_TYPE_REPORT);
    bobbin_line_word(report, REPORT_VERSION);
    bobbin_line_word(report, bobbin_config.name ? bobbin_config.name : "-");
    if (bobbin_config.device) {
        bobbin_line_put(report, " device=");
        bobbin_line_put(report, bobbin_config.device);
    }
    bobbin_line_end(report);
}

static void print_image(struct bobbin_report *report, const struct bobbin_image_state *image)
{
    bobbin_line_begin(report, REPORT_TYPE_IMAGE);
    bobbin_line_put(report, image->build_id ? " " : " -");
    for (uint32_t i = 0; i < image->build_id_size; i++)
        bobbin_line_put_byte(report, image->build_id[i]);
    bobbin_line_end(report);
    bobbin_line_begin(report, REPORT_TYPE_TABLE);
    bobbin_line_word(report, bobbin_table_error_name(image->error));
    bobbin_line_end(report);
}

static void print_notes(struct bobbin_report *report, const struct bobbin_context *context,
                        const struct bobbin_image_state *image)
{
    struct bobbin_fault_status status;

    bobbin_stack_overflow_note(report, context, report->config->stacks,
                               report->config->stacks_count);
    if (bobbin_abort_status(context, &status) && status.imprecise)
        bobbin_report_note(report, "the abort is asynchronous: an instruction before pc caused it");
    if (image->error != BOBBIN_TABLE_OK)
        bobbin_report_note(report, bobbin_table_advice(image->error));
    if (report->cut_short)
        bobbin_report_note(report, "report cut short: bobbin_config.time_max is used up");
}

static void print_end(struct bobbin_report *report)
{
    bobbin_line_begin(report, REPORT_TYPE_END);
    bobbin_line_number(report, " ", report->lines + 1);
    bobbin_line_end(report);
}

/* The check takes time proportional to the table size and does not kick the watchdog: kick it
   now. */
static void check_image(const struct bobbin_report *report, struct bobbin_image_state *image)
{
    if (report->config->kick)
        report->config->kick();
    bobbin_image_state(image);
}

/* A hash of what differs between two reports of a device. */
static uint32_t identity(const struct bobbin_context *context)
{
    uint32_t words[2] = {++reporter.count, bobbin_config.now ? bobbin_config.now() : 0};
    uint32_t hash = bobbin_report_hash(0, words, sizeof(words));

    /* from r[0] to ADDRESS */
    return bobbin_report_hash(hash, context, offsetof(struct bobbin_context, text));
}

static void print_report(struct bobbin_report *report, const struct bobbin_context *context)
{
    struct bobbin_image_state image;

    bobbin_report_begin(report, &bobbin_config, identity(context));
    print_first(report);
    bobbin_cause_lines(report, context);
    bobbin_report_registers(report, context);
    check_image(report, &image);
    print_image(report, &image);
    bobbin_trace_lines(report, context, &image);
    bobbin_report_stacks(report, context);
    print_notes(report, context, &image);
    print_end(report);
}

static _Noreturn void finish(const struct bobbin_context *context)
{
    if (reporter.finishing != REPORTER_FINISHING && bobbin_config.finish) {
        reporter.finishing = REPORTER_FINISHING;
        bobbin_config.finish(context);
    }
    for (;;) {
    }
}

/* The current line is lost and may be half sent, so CR LF comes first. */
static void print_fault_inside(struct bobbin_report *report, const struct bobbin_context *context)
{
    bobbin_config.put("\r\n", 2);
    bobbin_line_begin(report, REPORT_TYPE_NOTE);
    bobbin_line_put(report, " : a fault inside the report at pc 0x");
    bobbin_line_put_hex(report, context->r[BOBBIN_PC]);
    bobbin_line_put(report, ", ");
    bobbin_line_put(report, bobbin_cause_name(context->cause));
    bobbin_line_end(report);
    print_end(report);
}

static _Noreturn void fault_inside(const struct bobbin_context *context)
{
    bool first = reporter.reporting == REPORTER_BUSY;

    reporter.reporting = REPORTER_FAULTED;
    if (first)
        print_fault_inside(&reporter.report, context);
    finish(context);
}

void bobbin_report_reset(void)
{
    reporter.reporting = REPORTER_IDLE;
    reporter.finishing = REPORTER_IDLE;
}

void bobbin_report_fault(const struct bobbin_context *context)
{
    if (reporter.reporting == REPORTER_BUSY || reporter.reporting == REPORTER_FAULTED)
        fault_inside(context);
    reporter.reporting = REPORTER_BUSY;
    print_report(&reporter.report, context);
    reporter.reporting = REPORTER_IDLE;
}

_Noreturn void bobbin_report_die(const struct bobbin_context *context)
{
    bobbin_fault(context);
    finish(context);
}

/* Weak: port/processors replaces these functions. */
__attribute__((weak, alias("bobbin_report_reset"))) void bobbin_after_reset(void);
__attribute__((weak, alias("bobbin_report_fault"))) void
bobbin_fault(const struct bobbin_context *context);
__attribute__((weak, alias("bobbin_report_die"), noreturn)) void
bobbin_die(const struct bobbin_context *context);
