/* SPDX-License-Identifier: MIT */
/* Functions that port/tasks replaces. In port/crash they are weak aliases. */
#ifndef BOBBIN_REPORT_HOOKS_H
#define BOBBIN_REPORT_HOOKS_H

#include "../common/line_writer.h"

/* The registers of the crash: bobbin_register_lines. With port/tasks also the "running" line. */
void bobbin_report_registers(struct bobbin_report *report, const struct bobbin_context *context);

/* The end of each trace: bobbin_stop_line. With port/tasks, CURSOR->stop becomes THREAD_BASE first
   if a return address that follows no call is the end of a thread. */
void bobbin_trace_end(struct bobbin_report *report, struct bobbin_cursor *cursor,
                      uint32_t frames_count);

#endif
