/* SPDX-License-Identifier: MIT */
/* A crash report as received from a device, with counts of the damaged or missing parts. */
#ifndef GEN_REPORT_REPORT_MODEL_H
#define GEN_REPORT_REPORT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/log_scanner.h"
#include "symbolize/backtrace.h"
#include <bobbin/report.h>

/* Size of the longest word of the grammar, with its NUL. */
#define REPORT_WORD_MAX BACKTRACE_WORD_BYTES

/* A raw fault register of the status line, for example "dfsr". */
struct report_status {
    char name[REPORT_WORD_MAX];
    uint32_t value;
};

/* Consecutive words of memory. */
struct report_memory {
    uint32_t address;
    uint32_t *words;
    size_t words_count, words_capacity;
};

enum report_role {
    REPORT_CRASHED,   /* the code that reports: it crashed, or it called the port */
    REPORT_PROCESSOR, /* what another processor was doing */
    REPORT_TASK,      /* a task that does not run, or where it runs is not known */
    REPORT_RUNNING,   /* a task that a processor runs: the trace is that of the processor */
    REPORT_NAMELESS,  /* lines of a task or processor whose first line did not arrive */
};

/* Bits of report_thread.known. */
enum {
    REPORT_KNOWS_ID = 1,
    REPORT_KNOWS_LOW = 2,
    REPORT_KNOWS_HIGH = 4,
    REPORT_KNOWS_USED = 8,
    REPORT_KNOWS_PROCESSOR = 16,
};

/* A trace, with the registers from which it starts and the task that it belongs to. */
struct report_thread {
    enum report_role role;
    uint32_t number;             /* of a task or processor */
    char state[REPORT_WORD_MAX]; /* of the task or processor; "": unknown */
    char *text;                  /* what the report says of a processor; NULL: nothing */
    char *name;                  /* of the task; NULL: unknown */
    uint32_t known;              /* which of these fields the report has */
    uint32_t id, stack_low, stack_high, stack_used, processor;
    const struct report_thread *running; /* processors: the task that runs; NULL: unknown */

    uint32_t r[16], cpsr;
    uint64_t d[8];  /* d8-d15 */
    uint32_t valid; /* BOBBIN_VALID_... */

    /* the frames and the stop line; without names until report_view_name fills them */
    struct backtrace trace;
};

struct report {
    unsigned long log_line; /* of the report's first line in the log, from 1 */
    /* the start of the log's line with the first line that arrived: perhaps a time stamp */
    char before[REPORT_BEFORE_MAX + 1];
    /* the identity of the report; "": grammar 1, whose lines may be of two crashes */
    char token[REPORT_TOKEN_MAX + 1];
    char *name;   /* "" if the line with the name did not arrive */
    char *device; /* "": the firmware does not name it, or the line with its name did not arrive */
    char version[REPORT_WORD_MAX];
    bool refused; /* written by a later major version of the grammar: no other field is filled */
    /* why lines of this report seem to be of another one; NULL: nothing speaks for that */
    const char *doubt;

    uint8_t build_id[64];
    uint32_t build_id_size;      /* 0: the device has no build id, or the line did not arrive */
    char table[REPORT_WORD_MAX]; /* state of the table on the device; "": unknown */

    char cause[REPORT_WORD_MAX]; /* "": unknown */
    uint32_t cause_pc;
    char *cause_text; /* "": none */
    struct report_status *status;
    size_t status_count, status_capacity;

    struct report_thread crashed;  /* a role other than REPORT_CRASHED: nothing crashed */
    struct report_thread *threads; /* processors and tasks in the order of the report */
    size_t threads_count, threads_capacity;
    /* lines that are missing since the last line of THREADS arrived */
    uint64_t threads_lines_missing;
    char tasks_end[REPORT_WORD_MAX]; /* how the list of tasks ended; "": unknown */
    uint32_t tasks_count;            /* number of tasks in the report, if TASKS_END is known */

    struct report_memory *memory;
    size_t memory_count, memory_capacity;
    char **notes;
    size_t notes_count, notes_capacity;

    uint32_t lines_missing; /* lines that did not arrive, or arrived damaged */
    /* lines that start like report lines but have a wrong checksum: missing lines, or noise */
    uint32_t lines_damaged;
    uint32_t lines_odd;      /* lines that arrived, but whose fields are invalid or cut off */
    uint32_t lines_repeated; /* ignored lines: they came twice or too late */
    bool ended;              /* the last line arrived and agrees with the report */
};

/* Whether any part of REPORT did not arrive as the device sent it, or may be of another report. */
static inline bool report_is_damaged(const struct report *report)
{
    return report->lines_missing || report->lines_odd || !report->ended || report->doubt;
}

/* Whether the token of its lines proves that all are of one report. */
static inline bool report_is_identified(const struct report *report)
{
    return report->token[0] && !report->doubt;
}

#endif
