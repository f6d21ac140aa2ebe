/* SPDX-License-Identifier: MIT */
/* Shows the threads of a crash report: the code that reports, other processors, tasks. */
#ifndef GEN_REPORT_THREAD_VIEW_H
#define GEN_REPORT_THREAD_VIEW_H

#include "report/report_model.h"
#include "symbolize/image_list.h"
#include "util/json.h"

/*
 * A name for THREAD in one word or two: the name of its task, "processor 1", "task 0x60001000".
 * TEXT has SIZE_BYTES; returns TEXT.
 */
const char *thread_view_name(const struct report_thread *thread, char *text, size_t size_bytes);

/* Prints the code that reports: a line about its task, if it is known, and the trace. */
void thread_view_print_crashed(const struct report *report, FILE *out, bool colour);

/*
 * Prints all other threads: processors, then tasks. Tasks with equal traces have a line each, and
 * the trace once. Then says if tasks are missing.
 */
void thread_view_print_others(const struct report *report, FILE *out, bool colour);

/*
 * Writes the fields "threads", and tasks_end and tasks_count if they are known. IMAGE names what
 * is at the addresses in registers; NULL: no image.
 */
void thread_view_json(const struct report *report, struct named_image *image, struct json *json);

/* Writes the field "registers": those of THREAD that are known. */
void thread_view_registers_json(const struct report_thread *thread, struct json *json);

#endif
