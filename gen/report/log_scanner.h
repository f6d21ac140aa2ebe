/* SPDX-License-Identifier: MIT */
/*
 * Finds the lines of crash reports (core/include/bobbin/report.h) in a log of any size that has
 * anything else in it. Memory is constant. Control bytes (NUL, escape sequences of terminals) are
 * not part of a line; CR and LF both end one; what stands before "%bobbin " or behind the checksum
 * is not looked at.
 */
#ifndef GEN_REPORT_SCANNER_H
#define GEN_REPORT_SCANNER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <bobbin/report.h>

enum report_scan {
    REPORT_SCAN_LINE,    /* a line whose checksum is right and whose outer form is understood */
    REPORT_SCAN_DAMAGED, /* a line that starts like one of a report, "%bobbin DIGIT", and is none */
    REPORT_SCAN_END,
    REPORT_SCAN_ERROR, /* errno says why the log cannot be read */
};

/* Valid until the next call of report_scanner_next. */
struct report_line {
    unsigned long log_line; /* its number in the log, from 1; set for damaged ones too */
    uint32_t sequence;
    uint32_t crc;
    const char *type;
    char *fields; /* all behind the type and its space; may be written to */
};

struct report_scanner {
    FILE *in;
    unsigned long log_line;
    unsigned long start_log_line; /* where the line being collected has its mark */
    size_t mark_length;           /* how much of the mark the last characters are */
    size_t text_length;           /* 0: nothing is being collected */
    char text[REPORT_LINE_MAX + 1];
    char line[REPORT_LINE_MAX + 1];
    enum { ESCAPE_NONE, ESCAPE_BEGUN, ESCAPE_SEQUENCE } escape;
};

void report_scanner_init(struct report_scanner *scanner, FILE *in);
enum report_scan report_scanner_next(struct report_scanner *scanner, struct report_line *line);

/* Numbers of the grammar, nothing before or behind: 1 to DIGITS_MAX hexadecimal digits; decimal. */
bool report_parse_hex(const char *text, unsigned digits_max, uint64_t *value);
bool report_parse_decimal(const char *text, uint32_t *value);

#endif
