/* SPDX-License-Identifier: MIT */
/* Messages on stderr, progress, and the exit statuses of the tool, for every stage. */
#ifndef GEN_UTIL_DIAG_H
#define GEN_UTIL_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* Exit statuses of the tool. Functions that can fail on bad input return them. */
enum {
    STATUS_GOOD = 0,
    STATUS_PROBLEMS = 1,  /* the input is valid and does not meet the requirement */
    STATUS_USAGE = 2,     /* the command line is invalid */
    STATUS_BAD_INPUT = 3, /* a file cannot be read or is invalid, or an output cannot be written */
};

/* The worse of two exit statuses. */
static inline int diag_worse(int a, int b)
{
    return a > b ? a : b;
}

/*
 * A message is one line on stderr: "bobbin: error: FILE: MESSAGE". If FILE is NULL, "FILE: " is
 * missing. MESSAGE says what happened, then, after a semicolon, what the user can do.
 *
 * error     The exit status of the command is not 0 because of this.
 * warning   The command succeeds, but the result may not be what the user expects.
 * note      Background of the message before it.
 *
 * diag_error returns STATUS_BAD_INPUT, so that a caller can write `return diag_error(...)`.
 */
int diag_error(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_warning(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_note(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

/* As above, with WHERE after the file, such as "0x00008034 (uart_isr+0x1c): ". */
void diag_message(enum diag_level level, const char *file, const char *where, const char *format,
                  va_list arguments);

/*
 * While QUIET is set, warnings and notes are not printed. Use it where the command reports the same
 * facts itself, or has reported them. Returns what it was before.
 */
bool diag_set_quiet(bool quiet);

/* Draws "bobbin: WHAT 40 %" over the last progress line, if stderr is a terminal. */
void diag_progress(const char *what, uint64_t done, uint64_t total);
void diag_progress_end(void); /* erases the progress line */

#endif
