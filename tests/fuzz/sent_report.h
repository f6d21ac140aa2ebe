/* SPDX-License-Identifier: MIT */
/* The lines of a report as a device sends it, and what they say. */
#ifndef FUZZ_SENT_REPORT_H
#define FUZZ_SENT_REPORT_H

#include <bobbin/report.h>

#include "fuzz.h"

#define SENT_LINES_MAX  160u
#define SENT_FRAMES_MAX 60u

struct sent_frame {
    uint32_t number, pc, sp;
    uint32_t task; /* 0: the code that crashed */
};

struct sent_report {
    bool old; /* in grammar 1 */
    char token[REPORT_TOKEN_MAX + 1];
    char name[16], device[16];
    char lines[SENT_LINES_MAX][REPORT_LINE_MAX_1 + 1]; /* without CR LF */
    uint32_t lines_count;
    /* for the owner: which lines are in the log, and their number */
    bool kept[SENT_LINES_MAX];
    uint32_t lines_kept;
    struct sent_frame frames[SENT_FRAMES_MAX];
    uint32_t frames_count, frames_of_crash;
    bool found; /* for the owner */
};

void sent_report_make(struct sent_report *sent, struct fuzz_source *source, bool old);

/* The frame with these numbers, or NULL if it was not sent. */
const struct sent_frame *sent_report_frame(const struct sent_report *sent, uint32_t number,
                                           uint32_t pc, uint32_t sp);

#endif
