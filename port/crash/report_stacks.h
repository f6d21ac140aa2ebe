/* SPDX-License-Identifier: MIT */
/*
 * What a report prints of stacks. In stack_dump.c both functions are weak aliases of
 * bobbin_stack_words; port/others replaces them.
 */
#ifndef BOBBIN_REPORT_STACKS_H
#define BOBBIN_REPORT_STACKS_H

#include "../common/line_writer.h"

/* Stack words of a CONTEXT in a trace that crosses exceptions. */
void bobbin_stack_lines(struct bobbin_report *report, const struct bobbin_context *context);

/* After the trace of the crash: its stack words; with port/others, the lines about other stacks. */
void bobbin_report_stacks(struct bobbin_report *report, const struct bobbin_context *context);

#endif
