/* SPDX-License-Identifier: MIT */
/* Functions that port/tasks and port/others replace. In port/crash they are weak. */
#ifndef BOBBIN_REPORT_HOOKS_H
#define BOBBIN_REPORT_HOOKS_H

#include "../common/line_writer.h"

/* The registers of the crash: bobbin_register_lines. With port/tasks also the "running" line. */
void bobbin_report_registers(struct bobbin_report *report, const struct bobbin_context *context);

/*
 * bobbin_follows_call. With port/tasks, the end of a thread is recognised, too: its first function
 * has the start of another function as its return address, or what lr held by chance. There the
 * trace ends with THREAD_BASE, if the stack ends there.
 */
bool bobbin_is_caller(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/*
 * The end of each trace: bobbin_stop_line. With port/tasks, a return to 0 is the end of a thread
 * only if the stack of the thread ends near there; else CURSOR->stop becomes PC_OUTSIDE.
 */
void bobbin_trace_end(struct bobbin_report *report, struct bobbin_cursor *cursor,
                      uint32_t frames_count);

/* What follows is of the crash: a fault may have ended the lines of another stack. */
void bobbin_report_of_crash(void);

#endif
