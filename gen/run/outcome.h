/* SPDX-License-Identifier: MIT */
/* How a run ended: for the exit status, the summary and the output files. */
#ifndef GEN_RUN_OUTCOME_H
#define GEN_RUN_OUTCOME_H

#include <stddef.h>

#include "run/finding.h"
#include "run/run.h"

/*
 * Exit statuses of a run. The status of a command that failed by itself is passed through. 124 to
 * 127 are those of timeout(1) and env(1).
 */
enum {
    OUTCOME_STATUS_TEXT_MISSING = 1, /* the command succeeded, but the expected text is missing */
    OUTCOME_STATUS_CRASHED = 121,
    OUTCOME_STATUS_TIMED_OUT = 124,
    OUTCOME_STATUS_ERROR = 125, /* bobbin itself failed */
    OUTCOME_STATUS_NOT_STARTED = 126,
    OUTCOME_STATUS_NOT_FOUND = 127,
};

enum outcome_kind {
    OUTCOME_PASSED,
    OUTCOME_CRASHED,
    OUTCOME_TIMED_OUT,
    OUTCOME_FAILED,       /* the command's own failure */
    OUTCOME_TEXT_MISSING, /* the text of --until did not come */
    OUTCOME_INTERRUPTED,  /* by a signal to this process */
    OUTCOME_NOT_STARTED,
    OUTCOME_ERROR, /* bobbin itself failed */
};

/* Reports of which the details are kept; more are printed and counted only. */
#define OUTCOME_FINDINGS_MAX 100

struct outcome {
    const char *name; /* of the run, for output files */
    enum outcome_kind kind;
    int status;     /* exit status of bobbin run */
    char *message;  /* one sentence: what happened */
    double seconds; /* duration */

    struct finding *findings; /* in the order of the output */
    size_t findings_count, findings_capacity;
    size_t reports_count;   /* also those without a finding */
    uint32_t lines_damaged; /* damaged lines outside of all reports */
};

/* "passed", "crashed", "timed-out", ... */
const char *outcome_word(enum outcome_kind kind);

/*
 * Fills all members but NAME and those of the reports, which the caller has filled. READ_STATUS is
 * not 0 if the output could not be read. A crash comes before a time limit, and both come before a
 * failure of the command. RUN is finished.
 */
void outcome_judge(struct outcome *outcome, const struct run *run, int read_status);

void outcome_free(struct outcome *outcome);

#endif
