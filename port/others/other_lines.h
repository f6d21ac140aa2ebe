/* SPDX-License-Identifier: MIT */
/* What port/processors and port/tasks add to a report. */
#ifndef BOBBIN_OTHER_LINES_H
#define BOBBIN_OTHER_LINES_H

#include "../common/image_state.h"
#include "../common/line_writer.h"

/* Each is called once in a report, if the firmware links it: first the processors, then the tasks.
   CONTEXT is that of the crash. */
void bobbin_processor_lines(struct bobbin_report *report, const struct bobbin_context *context,
                            const struct bobbin_image_state *image) __attribute__((weak));
void bobbin_task_lines(struct bobbin_report *report, const struct bobbin_context *context,
                       const struct bobbin_image_state *image) __attribute__((weak));

/* Traces are of the processor that reports, whatever a fault has interrupted. */
void bobbin_processor_trace_off(void) __attribute__((weak));

#endif
