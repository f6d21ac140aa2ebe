/* SPDX-License-Identifier: MIT */
/*
 * Runs a command, or reads a serial port, or both, until the end or a time limit. The output is
 * passed through at once; its lines can be read as a file, from which the reports are decoded while
 * the command runs.
 */
#ifndef GEN_RUN_RUN_H
#define GEN_RUN_RUN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "run/child.h"
#include "run/output_tail.h"
#include "run/stream.h"

/* Times are in seconds; 0: no limit. */
struct run_settings {
    double timeout_s;      /* of the whole run */
    double after_crash_s;  /* after the last line of a report */
    double kill_after_s;   /* from SIGTERM to SIGKILL; 0: at once */
    const char *until;     /* the run ends when a line has this text; NULL: none */
    bool output_to_stderr; /* standard output of the command goes to standard error */
    bool hide_reports;     /* lines of reports are not passed through */
    FILE *log;             /* gets a copy of all lines; NULL: none */
};

/* Why the run was ended. */
enum run_end {
    RUN_END_ITSELF, /* it was not: the command or the serial port ended */
    RUN_END_TEXT,   /* the text UNTIL arrived */
    RUN_END_CRASH,  /* AFTER_CRASH_S after a report */
    RUN_END_TIMEOUT,
    RUN_END_SIGNAL, /* this process was told to end */
    RUN_END_OUTPUT, /* the output could not be passed through */
};

enum { RUN_OUT, RUN_ERR, RUN_SERIAL, RUN_STREAMS };

struct run {
    const struct run_settings *settings;
    struct output_tail tail; /* the last lines of all outputs */
    struct child child;
    int start_error; /* the command could not be started: errno value; else 0 */
    enum run_end end;
    int signal; /* the signal that ended the run, if END is RUN_END_SIGNAL */
    bool text_found;
    bool ending; /* the processes of the command have been asked to end */

    /* For the loop of run.c. Times are in ms, from run_now_ms; 0: never. */
    struct stream streams[RUN_STREAMS];
    struct stream_target targets[2]; /* standard output and standard error */
    struct buffer lines;             /* lines that the reader has not taken */
    size_t lines_taken;              /* bytes at the start of LINES that the reader has taken */
    sigset_t mask;                   /* the signal mask before the run */
    int signals;                     /* descriptor that gets the signals */
    int64_t started_ms, stopped_ms;
    int64_t timeout_ms, after_crash_ms, kill_ms, drain_ms;
};

/*
 * Starts COMMAND (NULL: none) and reads PORT, the descriptor of a serial port (-1: none). Both are
 * ended and closed by run_finish. SETTINGS must outlive RUN. If the command cannot be started, sets
 * START_ERROR; the run has then ended.
 */
void run_begin(struct run *run, const struct run_settings *settings, char *const *command,
               int port);

/*
 * Opens the lines of all outputs as a file. Reading the file runs the command: the read waits for a
 * line, passes output through, and observes limits and signals. The file ends when the run ends.
 */
FILE *run_open_lines(struct run *run);

/* A report is complete: from now on, the limit after a crash counts. */
void run_note_report(struct run *run);

/* Writes TEXT to standard output or standard error, on a line of its own; also after run_finish. */
void run_print(struct run *run, bool to_stderr, const char *text, size_t size);

/*
 * Messages that follow on standard error start on a new line. Standard output has only the bytes of
 * the command and of run_print, unless both go to the same file.
 */
void run_finish(struct run *run);

/* Duration of the run. */
double run_seconds(const struct run *run);

#endif
