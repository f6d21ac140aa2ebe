/* SPDX-License-Identifier: MIT */
/*
 * Finds the lines of crash reports (core/include/bobbin/report.h) in a log of any size, among any
 * other text. Memory use is constant.
 *
 * Control bytes (NUL, escape sequences of terminals) are not part of a line. CR and LF both end a
 * line. Text before "%bobbin " and after the checksum is ignored. A line is also found if it was
 * wrapped, escaped (line_forms.h) or if other text was written into it: its checksum tells.
 */
#ifndef GEN_REPORT_LOG_SCANNER_H
#define GEN_REPORT_LOG_SCANNER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "report/line_checksum.h"
#include <bobbin/report.h>

/* The number of characters of a line of the log that may be a time stamp. */
#define REPORT_BEFORE_MAX 63

enum report_scan {
    REPORT_SCAN_LINE, /* a line with a correct checksum that could be split into its parts */
    /* a line that starts like a report line, "%bobbin TOKEN.DIGIT", but is not valid */
    REPORT_SCAN_DAMAGED,
    REPORT_SCAN_END,
    REPORT_SCAN_ERROR, /* the log cannot be read; errno has the reason */
};

/* Valid until the next call of report_scanner_next. */
struct report_line {
    unsigned long log_line; /* line number in the log, from 1 */
    /* of the report or capture, in lower case; "": a line of grammar 1. Of a damaged line: what the
       line seems to have */
    char token[REPORT_TOKEN_MAX + 1];
    /* valid lines only */
    uint32_t sequence;
    uint32_t crc;
    bool continued;                     /* the text of the next line follows directly */
    char before[REPORT_BEFORE_MAX + 1]; /* the first characters of its line in the log */
    const char *type;
    char *fields; /* all text after the type and one space; the caller may change it */
};

/* The start of what may be a line. */
struct report_mark {
    size_t at; /* in the text of the scanner */
    unsigned long log_line;
    char before[REPORT_BEFORE_MAX + 1]; /* the start of that line of the log */
};

#define REPORT_MARKS_MAX (LINE_TEXT_MAX / 7 + 1) /* a mark has 7 characters */

struct report_scanner {
    FILE *in;
    unsigned long log_line;
    bool is_at_end;
    enum { ESCAPE_NONE, ESCAPE_BEGUN, ESCAPE_SEQUENCE } escape;
    size_t mark_length;       /* how many characters of the mark "%bobbin" have been read */
    struct report_mark begun; /* their start, if they are the start of a mark */
    /* What was read from the first mark on that has not been found to be a line or to be damaged.
       Further marks may be in the text of that line, or start another one. A '\n' stands for line
       ends. */
    char text[LINE_TEXT_MAX + 1];
    size_t length;
    struct report_mark marks[REPORT_MARKS_MAX];
    size_t marks_count;
    char before[REPORT_BEFORE_MAX]; /* the first characters of the current line of the log */
    size_t before_length;
    bool before_ended;            /* BEFORE is full, or the mark follows it */
    size_t limit;                 /* this much of TEXT is looked at */
    size_t tried;                 /* in this much of TEXT there is no valid line */
    char line[LINE_TEXT_MAX + 3]; /* the text of the struct report_line */
};

void report_scanner_init(struct report_scanner *scanner, FILE *in);
enum report_scan report_scanner_next(struct report_scanner *scanner, struct report_line *line);

/*
 * Parse a number of the grammar, without any text around it: 1 to DIGITS_MAX hexadecimal digits, or
 * decimal digits.
 */
bool report_parse_hex(const char *text, unsigned digits_max, uint64_t *value);
bool report_parse_decimal(const char *text, uint32_t *value);

#endif
