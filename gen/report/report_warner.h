/* SPDX-License-Identifier: MIT */
/* Warnings about lines of a log: a limited number, so that garbage does not flood the terminal. */
#ifndef GEN_REPORT_REPORT_WARNER_H
#define GEN_REPORT_REPORT_WARNER_H

struct report_warner {
    const char *path; /* of the log */
    unsigned count;
};

__attribute__((format(printf, 3, 4))) void
report_warn(struct report_warner *warner, unsigned long log_line, const char *format, ...);

#endif
