/* SPDX-License-Identifier: MIT */
/* Replaces bobbin_line_begin and the two functions of crash/report_stacks.h in firmware that traces
   more than one stack. */
#include "others.h"

#include "../crash/report_hooks.h"
#include "../crash/stack_dump.h"

/* An unlikely value, because a wild store may have overwritten the word before the crash. */
enum { OTHER = 0x0b0b07e4 };

static uint32_t lines_of; /* OTHER, or the crash */
static struct bobbin_image_state image;

void bobbin_other_lines(bool on)
{
    lines_of = on ? OTHER : 0;
}

void bobbin_report_of_crash(void)
{
    lines_of = 0;
    if (bobbin_processor_trace_off)
        bobbin_processor_trace_off();
}

/* A fault inside the report may write its note and the end while LINES_OF is OTHER. */
static bool is_of_report(const char *type)
{
    return type[0] == 'n' || (type[0] == 'e' && type[1] == 'n');
}

void bobbin_line_begin(struct bobbin_report *report, const char *type)
{
    bobbin_line_start(report, lines_of == OTHER && !is_of_report(type) ? REPORT_OTHER : "", type);
}

void bobbin_stack_lines(struct bobbin_report *report, const struct bobbin_context *context)
{
    if (lines_of != OTHER)
        bobbin_stack_words(report, context);
}

void bobbin_report_stacks(struct bobbin_report *report, const struct bobbin_context *context)
{
    lines_of = 0;
    bobbin_stack_words(report, context);
    bobbin_image_state(&image);
    if (bobbin_processor_lines)
        bobbin_processor_lines(report, context, &image);
    if (bobbin_task_lines)
        bobbin_task_lines(report, context, &image);
}
