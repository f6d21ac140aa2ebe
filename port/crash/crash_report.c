/* SPDX-License-Identifier: MIT */
/* Writes a whole crash report, and handles a fault that happens while it is written. */
#include "../common/image_state.h"
#include "../common/report_state.h"
#include "../common/spare_stack.h"
#include "../common/untrusted_text.h"
#include "context_lines.h"
#include "report_hooks.h"
#include "reporter.h"
#include "stack_dump.h"
#include "trace.h"

/* The parts of a report, in their order. If a fault comes in a part, the part is tried again,
   without what may have faulted; if it faults too often, the next one follows. */
#define ATTEMPTS 4
enum part {
    PART_BEGIN,
    PART_FIRST,
    PART_CAUSE,
    PART_REGISTERS,
    PART_IMAGE,
    PART_TABLE,
    PART_TRACE,
    PART_STACKS,
    PART_NOTES,
    PART_END,
    PARTS,
};

static struct {
    uint32_t count;         /* reports since the start: a part of their tokens */
    volatile uint32_t part; /* ATTEMPTS * enum part + attempt */
    const struct bobbin_context *volatile context;
    /* Static, because a fault inside the report goes on with it. */
    struct bobbin_report report;
} reporter;

static void print_first(struct bobbin_report *report)
{
    const char *device = bobbin_report_device(report);

    bobbin_line_begin(report, REPORT_TYPE_REPORT);
    bobbin_line_put(report, " " REPORT_VERSION " ");
    if (bobbin_config.name && bobbin_untrusted_char(bobbin_config.name))
        bobbin_line_put_untrusted(report, bobbin_config.name);
    else
        bobbin_line_put(report, "-");
    if (device)
        bobbin_line_format(report, " device=%w", (uintptr_t)device, 0);
    bobbin_line_end(report);
}

static void print_image(struct bobbin_report *report, const struct bobbin_image_state *image)
{
    bobbin_line_begin(report, REPORT_TYPE_IMAGE);
    bobbin_line_put(report, image->build_id ? " " : " -");
    for (uint32_t i = 0; i < image->build_id_size; i++)
        bobbin_line_put_byte(report, image->build_id[i]);
    bobbin_line_end(report);
}

/* The check takes time proportional to the table size and does not kick the watchdog: kick it
   now. */
static void print_table(struct bobbin_report *report, struct bobbin_image_state *image)
{
    bobbin_report_kick(report);
    bobbin_image_table(image);
    bobbin_line_whole(report, REPORT_TYPE_TABLE, " %s",
                      (uintptr_t)bobbin_table_error_name(image->error));
}

static bool has_room(const struct bobbin_context *context)
{
    return !(context->valid & BOBBIN_CONTEXT_SHORT);
}

static void print_room(struct bobbin_report *report, const struct bobbin_context *context)
{
    if (!has_room(context))
        bobbin_report_note(report, "the crash stack has no room for a trace");
}

static void print_notes(struct bobbin_report *report, const struct bobbin_context *context,
                        const struct bobbin_image_state *image)
{
    struct bobbin_fault_status status;

    print_room(report, context);
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
    bobbin_line_whole(report, REPORT_TYPE_END, " %d", report->lines + 1);
}

/* The token is a hash of what differs between two reports of a device. */
static void start(struct bobbin_report *report, const struct bobbin_context *context)
{
    uint32_t words[2] = {++reporter.count, bobbin_report_now(report)};
    uint32_t hash = bobbin_report_hash(0, words, sizeof(words));

    /* from r[0] to ADDRESS */
    hash = bobbin_report_hash(hash, context, offsetof(struct bobbin_context, text));
    bobbin_report_start(report, hash);
}

static void print_part(struct bobbin_report *report, const struct bobbin_context *context,
                       struct bobbin_image_state *image, bool whole)
{
    switch (reporter.part / ATTEMPTS) {
    case PART_BEGIN:
        break;
    case PART_FIRST:
        print_first(report);
        break;
    case PART_CAUSE:
        bobbin_cause_lines(report, context);
        break;
    case PART_REGISTERS:
        (whole ? bobbin_report_registers : bobbin_register_lines)(report, context);
        break;
    case PART_IMAGE:
        bobbin_image_id(image);
        print_image(report, image);
        break;
    case PART_TABLE:
        if (whole)
            print_table(report, image);
        break;
    case PART_TRACE:
        if (whole)
            bobbin_trace_lines(report, context, image);
        break;
    case PART_STACKS:
        (whole ? bobbin_report_stacks : bobbin_stack_words)(report, context);
        break;
    case PART_NOTES:
        print_notes(report, context, image);
        break;
    default:
        print_end(report);
    }
}

/* WHOLE: with all that needs much stack, or calls functions of the firmware. */
static void print_parts(struct bobbin_report *report, const struct bobbin_context *context,
                        bool whole)
{
    struct bobbin_image_state *image = &bobbin_spare_stack.later.image;

    image->error = BOBBIN_TABLE_OK; /* unless its part comes */
    do
        print_part(report, context, image, whole);
    while ((reporter.part = (reporter.part | (ATTEMPTS - 1)) + 1) < ATTEMPTS * PARTS);
}

/* INTERRUPTS: another report, whose last line may be half sent. */
static void print_report(struct bobbin_report *report, const struct bobbin_context *context,
                         bool interrupts)
{
    reporter.context = context;
    reporter.part = PART_BEGIN;
    if (interrupts)
        bobbin_config.put("\r\n", 2);
    report->config = &bobbin_config;
    report->plain = false;
    start(report, context);
    print_parts(report, context, has_room(context));
}

static _Noreturn void stop(void)
{
    bobbin_state_set(STATE_END);
    for (;;) {
    }
}

static _Noreturn void finish(const struct bobbin_context *context, enum report_state state)
{
    bobbin_state_set(state);
    if (bobbin_config.finish)
        bobbin_config.finish(context);
    stop();
}

/* The current line is lost and may be half sent, so CR LF comes first. */
static void print_fault_inside(struct bobbin_report *report, const struct bobbin_context *context)
{
    report->config->put("\r\n", 2);
    bobbin_line_begin(report, REPORT_TYPE_NOTE);
    bobbin_line_format(report, " : a fault inside the report at pc 0x%x, %s", context->r[BOBBIN_PC],
                       (uintptr_t)bobbin_cause_name(context->cause));
    bobbin_line_end(report);
    print_room(report, context);
}

/*
 * A fault with CONTEXT came in a part of the report. Writes a note and the parts after it. FIRST:
 * the report's own context; NULL: it is lost, so only the end follows.
 */
static void print_after_fault(struct bobbin_report *report, const struct bobbin_context *context,
                              const struct bobbin_context *first)
{
    if (reporter.part > ATTEMPTS * PARTS)
        return; /* the note and the end do not get through */
    report->config = &bobbin_config;
    report->plain = true;
    if (reporter.part == ATTEMPTS * PART_BEGIN)
        start(report, context);
    reporter.part++;
    print_fault_inside(report, context);
    if (!first && reporter.part < ATTEMPTS * PART_END)
        reporter.part = ATTEMPTS * PART_END;
    print_parts(report, first, false);
}

void bobbin_report_reset(void)
{
    bobbin_state_set(STATE_IDLE);
}

void bobbin_report_fault(const struct bobbin_context *context)
{
    bool inside;
    enum report_state state = bobbin_state_after_fault(context, &inside);

    bobbin_state_set(state);
    bobbin_report_of_crash();
    if (state == STATE_NOTE)
        print_after_fault(&reporter.report, context,
                          inside && reporter.context != context ? reporter.context : NULL);
    else if (state != STATE_FINISH_AGAIN && state != STATE_END)
        print_report(&reporter.report, context, state != STATE_REPORT);
    if (state >= STATE_LAST)
        stop();
    if (state != STATE_REPORT)
        finish(context, STATE_FINISH_AGAIN);
    bobbin_state_set(STATE_IDLE);
}

_Noreturn void bobbin_report_die(const struct bobbin_context *context)
{
    bobbin_fault(context);
    finish(context, STATE_FINISH);
}

/* Weak: port/others replaces this function. */
__attribute__((weak)) void bobbin_report_of_crash(void)
{
}

/* Weak: port/processors replaces these functions. */
__attribute__((weak, alias("bobbin_report_reset"))) void bobbin_after_reset(void);
__attribute__((weak, alias("bobbin_report_fault"))) void
bobbin_fault(const struct bobbin_context *context);
__attribute__((weak, alias("bobbin_report_die"), noreturn)) void
bobbin_die(const struct bobbin_context *context);
