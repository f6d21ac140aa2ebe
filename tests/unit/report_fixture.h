/* SPDX-License-Identifier: MIT */
/*
 * Writes a log as a device would, and reads it with the report reader. Lines are in grammar 1,
 * unless a function has a token.
 */
#ifndef TEST_REPORT_FIXTURE_H
#define TEST_REPORT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/report_reader.h"

struct fixture {
    char *text; /* the log; complete after fflush or read_log */
    size_t size;
    FILE *out;
    uint32_t sequence; /* number of the next line */
    struct report_log log;
};

/* The lines of a report with every type of record. Its frames have the numbers 0, 1 and 12. */
extern const char *const whole_report[];

/* Setup and teardown for cmocka. *state is a struct fixture. */
int fixture_setup(void **state);
int fixture_teardown(void **state);

/*
 * The line that a device sends for CONTENT ("TYPE FIELDS"), without the line end. The result is in
 * static storage.
 */
const char *sealed(uint32_t sequence, const char *content);

/*
 * The same for a line of grammar 2. A '>' before CONTENT means that the next line continues this
 * one; it is not a part of CONTENT.
 */
const char *sealed_with(const char *token, uint32_t sequence, const char *content);

/* A report in grammar 2 with every type of record of a crash. */
extern const char *const token_report[];
#define TOKEN_REPORT_LINES  19
#define TOKEN_REPORT_FRAMES 3

/* Writes all lines of a report with TOKEN. */
void put_token_report(struct fixture *fixture, const char *token, const char *const *contents);

/* put writes the next line. put_all starts again at line 0 and writes a whole report. */
void put(struct fixture *fixture, const char *content);
void put_all(struct fixture *fixture, const char *const *contents);

/* Reads the log, which must have REPORTS_EXPECTED reports. Returns the first. */
struct report *read_log(struct fixture *fixture, size_t reports_expected);

#define WITH_LOG(test) cmocka_unit_test_setup_teardown(test, fixture_setup, fixture_teardown)

#endif
