/* SPDX-License-Identifier: MIT */
/* Frees what a report refers to. */
#include <stdlib.h>

#include "report/report_reader.h"

static void free_thread(struct report_thread *thread)
{
    free(thread->text);
    free(thread->name);
    backtrace_free(&thread->trace);
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->memory_count; i++)
        free(report->memory[i].words);
    for (size_t i = 0; i < report->notes_count; i++)
        free(report->notes[i]);
    for (size_t i = 0; i < report->threads_count; i++)
        free_thread(&report->threads[i]);
    free_thread(&report->crashed);
    free(report->threads);
    free(report->name);
    free(report->device);
    free(report->cause_text);
    free(report->status);
    free(report->memory);
    free(report->notes);
}
