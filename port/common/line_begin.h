/* SPDX-License-Identifier: MIT */
/* Starts a report line. */
#ifndef BOBBIN_LINE_BEGIN_H
#define BOBBIN_LINE_BEGIN_H

struct bobbin_report;

/*
 * Starts a line of TYPE (REPORT_TYPE_...). Discards an unfinished line. Weak in line_writer.c:
 * port/others replaces it.
 */
void bobbin_line_begin(struct bobbin_report *report, const char *type);

/* The same, with PREFIX before TYPE. Not weak. */
void bobbin_line_start(struct bobbin_report *report, const char *prefix, const char *type);

#endif
