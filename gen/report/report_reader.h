/* SPDX-License-Identifier: MIT */
/*
 * Crash reports (core/include/bobbin/report.h) as a device wrote them, with all that happened to
 * them on the way.
 */
#ifndef GEN_REPORT_READER_H
#define GEN_REPORT_READER_H

#include <stdio.h>

#include "report/report_model.h"

struct report_log {
    struct report *reports; /* in the order of the log */
    size_t count, capacity;
    uint32_t lines_damaged; /* outside of every report */
};

/*
 * Reads all reports of IN. Warns on stderr, with PATH and the line of the log, of everything that
 * is damaged, missing or refused. BAD_INPUT only when IN cannot be read; LOG is then empty.
 */
int report_log_read(struct report_log *log, FILE *in, const char *path);
void report_log_free(struct report_log *log);

#endif
