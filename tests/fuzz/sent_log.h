/* SPDX-License-Identifier: MIT */
/* A log with reports of several crashes, and what may happen to it on its way. */
#ifndef FUZZ_SENT_LOG_H
#define FUZZ_SENT_LOG_H

#include "sent_report.h"

#define SENT_REPORTS_MAX   4u
#define SENT_LOG_BYTES_MAX (1u << 17)

struct sent_log {
    struct fuzz_source *source;
    struct sent_report reports[SENT_REPORTS_MAX];
    uint32_t reports_count;
    char text[SENT_LOG_BYTES_MAX];
    uint32_t size;
    bool has_noise;
    bool is_damaged; /* characters may be lost, changed, or inside lines */
};

/* Makes the reports, all in one grammar. */
void sent_log_begin(struct sent_log *log, struct fuzz_source *source);

/* The report with TOKEN, or NULL. */
struct sent_report *sent_log_report(struct sent_log *log, const char *token);

/* Each of these writes the lines to the text. */
void sent_log_keep_order(struct sent_log *log);
void sent_log_interleave(struct sent_log *log); /* the lines of all reports take turns */
void sent_log_reverse(struct sent_log *log);
void sent_log_shuffle(struct sent_log *log);
void sent_log_join(struct sent_log *log); /* the start of each report, and the end of another one */

/* Each of these changes the text. */
void sent_log_wrap(struct sent_log *log); /* loses no character */
void sent_log_truncate(struct sent_log *log);
void sent_log_delete(struct sent_log *log);
void sent_log_repeat(struct sent_log *log);
void sent_log_insert(struct sent_log *log);
void sent_log_change(struct sent_log *log);

#endif
