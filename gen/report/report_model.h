/* SPDX-License-Identifier: MIT */
/* A crash report as received from a device, with counts of the damaged or missing parts. */
#ifndef GEN_REPORT_REPORT_MODEL_H
#define GEN_REPORT_REPORT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbolize/backtrace.h"

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

struct report {
    unsigned long log_line; /* of the report's first line in the log, from 1 */
    char *name;             /* "" if the line with the name did not arrive */
    char version[REPORT_WORD_MAX];
    bool refused; /* written by a later major version of the grammar: no other field is filled */

    uint8_t build_id[64];
    uint32_t build_id_size;      /* 0: the device has no build id, or the line did not arrive */
    char table[REPORT_WORD_MAX]; /* state of the table on the device; "": unknown */

    char cause[REPORT_WORD_MAX]; /* "": unknown */
    uint32_t cause_pc;
    char *cause_text; /* "": none */
    struct report_status *status;
    size_t status_count, status_capacity;

    uint32_t r[16], cpsr;
    uint64_t d[8];  /* d8-d15 */
    uint32_t valid; /* BOBBIN_VALID_... */

    /* the frames and the stop line; without names until report_view_name fills them */
    struct backtrace trace;

    struct report_memory *memory;
    size_t memory_count, memory_capacity;
    char **notes;
    size_t notes_count, notes_capacity;

    uint32_t lines_missing; /* lines that did not arrive, or arrived damaged */
    /* lines that start like report lines but have a wrong checksum: missing lines, or noise */
    uint32_t lines_damaged;
    uint32_t lines_odd;      /* lines that arrived, but whose fields are invalid */
    uint32_t lines_repeated; /* ignored lines: they came twice or too late */
    bool ended;              /* the last line arrived and agrees with the report */
};

/* Whether any part of REPORT did not arrive as the device sent it. */
static inline bool report_is_damaged(const struct report *report)
{
    return report->lines_missing || report->lines_odd || !report->ended;
}

#endif
