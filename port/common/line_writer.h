/* SPDX-License-Identifier: MIT */
/*
 * Writes report lines in the grammar of core/include/bobbin/report.h. A line is built in memory,
 * with its number at the start and its CRC at the end, and goes to config->put in one call. Text
 * that exceeds REPORT_LINE_MAX is dropped. Each character that is not printable ASCII becomes '?'.
 *
 *     bobbin_line_begin(report, REPORT_TYPE_NOTE);
 *     bobbin_line_put(report, " : text");
 *     bobbin_line_end(report);
 */
#ifndef BOBBIN_LINE_WRITER_H
#define BOBBIN_LINE_WRITER_H

#include "line_begin.h"
#include <bobbin/port.h>

#define REPORT_CRC_BYTES 10 /* " *" and eight digits */

struct bobbin_report {
    const struct bobbin_config *config;
    uint32_t lines;      /* complete lines so far; also the number of the current line */
    uint32_t started_at; /* value of config->now */
    bool out_of_time;
    bool cut_short; /* lines or frames were left out; the last note says so */
    uint32_t length;
    char line[REPORT_LINE_MAX + 2];
};

void bobbin_report_begin(struct bobbin_report *report, const struct bobbin_config *config);

/* False once the report has taken config->time_max; then it stays false. */
bool bobbin_report_time_left(struct bobbin_report *report);

/* Kicks the watchdog and sends the line. */
void bobbin_line_end(struct bobbin_report *report);

void bobbin_line_put(struct bobbin_report *report, const char *text);

/*
 * Appends the string at TEXT, a pointer that may be wrong (untrusted_text.h). Stops at an
 * unreadable character.
 */
void bobbin_line_put_untrusted(struct bobbin_report *report, const char *text);

void bobbin_line_put_hex(struct bobbin_report *report, uint32_t value);  /* 8 digits */
void bobbin_line_put_byte(struct bobbin_report *report, uint32_t value); /* 2 digits */

/* Appends TEXT and the decimal digits of VALUE. */
void bobbin_line_number(struct bobbin_report *report, const char *text, uint32_t value);

/* Append " WORD" and " NAME=VALUE"; VALUE has 8 hexadecimal digits. */
void bobbin_line_word(struct bobbin_report *report, const char *word);
void bobbin_line_field(struct bobbin_report *report, const char *name, uint32_t value);

/* Writes a complete note line. */
void bobbin_report_note(struct bobbin_report *report, const char *text);

#endif
