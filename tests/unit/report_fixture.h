/* SPDX-License-Identifier: MIT */
/* A log being written as a device would, and what the report reader makes of it. */
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
    uint32_t sequence; /* of the next line */
    struct report_log log;
};

/* The content of the lines of a report with every record; its frames are 0, 1 and 12. */
extern const char *const whole_report[];

/* For cmocka; *state is a struct fixture. */
int fixture_setup(void **state);
int fixture_teardown(void **state);

/* The line that a device would send for CONTENT, "TYPE FIELDS", without its end. Static storage. */
const char *sealed(uint32_t sequence, const char *content);

/* Writes the next line; writes a report from its line 0 on. */
void put(struct fixture *fixture, const char *content);
void put_all(struct fixture *fixture, const char *const *contents);

/* Reads the log, which must have so many reports, and gives the first. */
struct report *read_log(struct fixture *fixture, size_t reports_expected);

#define WITH_LOG(test) cmocka_unit_test_setup_teardown(test, fixture_setup, fixture_teardown)

#endif
