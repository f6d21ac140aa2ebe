/* SPDX-License-Identifier: MIT */
/*
 * Parses the lines that say which tasks and processors a report has, and assigns the lines of their
 * traces to them.
 */
#ifndef GEN_REPORT_TASK_RECORD_H
#define GEN_REPORT_TASK_RECORD_H

#include "report/report_model.h"

/* "running ...", "cpu ...", "task ..." and "tasks ..." */
bool task_record_running(struct report *report, char *fields);
bool task_record_processor(struct report *report, char *fields);
bool task_record_task(struct report *report, char *fields);
bool task_record_tasks(struct report *report, char *fields);

/*
 * Adds a line of TYPE, without "other-", to the last task or processor. If the first line of
 * another task may be missing, adds the line to a nameless thread: frames of two tasks are never
 * joined.
 */
bool task_record_other(struct report *report, const char *type, char *fields);

/* After the last line: finds the processor of each task that runs. */
void task_record_finish(struct report *report);

#endif
