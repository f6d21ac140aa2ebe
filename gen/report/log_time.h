/* SPDX-License-Identifier: MIT */
/* Time stamps that loggers put before the lines of a device. */
#ifndef GEN_REPORT_LOG_TIME_H
#define GEN_REPORT_LOG_TIME_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Finds the first time stamp in TEXT and stores it in *TIME_MS, in milliseconds since 1970-01-01
 * UTC. A time stamp has a date and a time as in ISO 8601 or RFC 3339, "2026-11-27 10:26:03.123",
 * with "T" or a space between and perhaps with a zone, "Z" or "+02:00". Without a zone it is taken
 * as UTC. Dates may have slashes. Or it is a number of seconds since 1970 with ten digits and
 * perhaps a fraction. Returns false if TEXT has no time stamp, such as one without a year.
 */
bool log_time_find(const char *text, int64_t *time_ms);

/* Writes "2026-11-27T10:26:03.123Z" to TEXT and returns TEXT. */
#define LOG_TIME_BYTES 40
const char *log_time_text(int64_t time_ms, char text[LOG_TIME_BYTES]);

#endif
