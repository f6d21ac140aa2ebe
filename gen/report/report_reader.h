/* SPDX-License-Identifier: MIT */
/*
 * Reads crash reports (core/include/bobbin/report.h) from a log, even if lines are damaged, missing
 * or repeated.
 */
#ifndef GEN_REPORT_REPORT_READER_H
#define GEN_REPORT_REPORT_READER_H

#include <stdio.h>

#include "report/report_model.h"

struct report_log {
    struct report *reports; /* in the order of the log */
    size_t count, capacity;
    uint32_t lines_damaged; /* outside of all reports */
    const char *kind;       /* what the log seems to be, if it is no text (file_kind.h); or NULL */
};

/*
 * Reads all reports of IN, which may be compressed with gzip or Zstandard. Warns on stderr about
 * everything that is damaged, missing or refused, with PATH and the line of the log. Returns
 * BAD_INPUT only if IN cannot be read; LOG is then empty.
 */
int report_log_read(struct report_log *log, FILE *in, const char *path);
void report_log_free(struct report_log *log);

/* Of a log: what its reports do not say. */
struct report_log_rest {
    uint32_t lines_damaged; /* outside of all reports */
    const char *kind;       /* of struct report_log */
};

/*
 * The same with bounded memory: calls VISIT for each report when all of its lines have been read,
 * at the end of the log, or when more than REPORT_GROUPS_OPEN_MAX reports are not complete. REPORT
 * is valid during the call.
 */
typedef void (*report_visit)(void *context, struct report *report);
int report_log_visit(FILE *in, const char *path, report_visit visit, void *context,
                     struct report_log_rest *rest);

/*
 * The same for a log that is still being written, such as the output of a command, and that is not
 * compressed. Its lines come in their order: also calls VISIT when the last line of a report has
 * been read, but others are missing.
 */
int report_log_follow(FILE *in, const char *path, report_visit visit, void *context,
                      struct report_log_rest *rest);

/* Frees what REPORT refers to. */
void report_free(struct report *report);

#endif
