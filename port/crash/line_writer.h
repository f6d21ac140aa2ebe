/* SPDX-License-Identifier: MIT */
/*
 * Writes the lines of core/include/bobbin/report.h. A line is made in memory and goes to config->put in one call,
 * with its number before it and its CRC behind it. Whatever does not fit REPORT_LINE_MAX is dropped,
 * and characters that a terminal or a reader could mistake become '?'.
 *
 *     bobbin_line_begin(report, REPORT_TYPE_NOTE);
 *     bobbin_line_put(report, " : text");
 *     bobbin_line_end(report);
 */
#ifndef BOBBIN_REPORT_WRITER_H
#define BOBBIN_REPORT_WRITER_H

#include <bobbin/port.h>

#define REPORT_CRC_BYTES 10 /* " *" and eight digits */

struct bobbin_report {
    const struct bobbin_config *config;
    uint32_t lines;      /* complete ones; the number of the line at hand */
    uint32_t started_at; /* by config->now */
    bool out_of_time;
    bool cut_short; /* something was left out; the last note says so */
    uint32_t length;
    char line[REPORT_LINE_MAX + 2];
};

void bobbin_report_begin(struct bobbin_report *report, const struct bobbin_config *config);

/* False from the moment on when config->time_max is used up. */
bool bobbin_report_time_left(struct bobbin_report *report);

void bobbin_line_begin(struct bobbin_report *report, const char *type);
void bobbin_line_end(struct bobbin_report *report);

void bobbin_line_put(struct bobbin_report *report, const char *text);

/* A string that may lie anywhere (untrusted_text.h): as much of it as can be read and fits. */
void bobbin_line_put_untrusted(struct bobbin_report *report, const char *text);

void bobbin_line_put_hex(struct bobbin_report *report, uint32_t value);  /* 8 digits */
void bobbin_line_put_byte(struct bobbin_report *report, uint32_t value); /* 2 digits */
void bobbin_line_put_decimal(struct bobbin_report *report, uint32_t value);

/* " WORD" and " NAME=VALUE", the value in 8 digits. */
void bobbin_line_word(struct bobbin_report *report, const char *word);
void bobbin_line_field(struct bobbin_report *report, const char *name, uint32_t value);

/* A whole note line. */
void bobbin_report_note(struct bobbin_report *report, const char *text);

#endif
