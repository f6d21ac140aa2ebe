/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

const char *outcome_word(enum outcome_kind kind)
{
    static const char *const words[] = {"passed",       "crashed",     "timed-out",   "failed",
                                        "text-missing", "interrupted", "not-started", "error"};

    return words[kind];
}

__attribute__((format(printf, 4, 5))) static void
set(struct outcome *outcome, enum outcome_kind kind, int status, const char *format, ...)
{
    va_list arguments;

    outcome->kind = kind;
    outcome->status = status;
    va_start(arguments, format);
    if (vasprintf(&outcome->message, format, arguments) < 0)
        outcome->message = must_strdup(outcome_word(kind));
    va_end(arguments);
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void set_crashed(struct outcome *outcome, const struct run *run)
{
    const char *also = run->end == RUN_END_TIMEOUT ? "; then the time limit ended the run" : "";
    size_t count = outcome->reports_count;

    if (count)
        set(outcome, OUTCOME_CRASHED, OUTCOME_STATUS_CRASHED, "%zu crash report%s%s", count,
            plural(count), also);
    else
        set(outcome, OUTCOME_CRASHED, OUTCOME_STATUS_CRASHED,
            "%u damaged line%s of a crash report that cannot be read%s", outcome->lines_damaged,
            plural(outcome->lines_damaged), also);
}

static void set_not_started(struct outcome *outcome, const struct run *run)
{
    bool is_missing = run->start_error == ENOENT;

    set(outcome, OUTCOME_NOT_STARTED,
        is_missing ? OUTCOME_STATUS_NOT_FOUND : OUTCOME_STATUS_NOT_STARTED,
        "the command cannot be started: %s", strerror(run->start_error));
}

/* The run was ended. Not for RUN_END_ITSELF and RUN_END_CRASH. */
static void set_ended(struct outcome *outcome, const struct run *run)
{
    if (run->end == RUN_END_TIMEOUT)
        set(outcome, OUTCOME_TIMED_OUT, OUTCOME_STATUS_TIMED_OUT,
            "the time limit of %g s has passed", run->settings->timeout_s);
    else if (run->end == RUN_END_SIGNAL)
        set(outcome, OUTCOME_INTERRUPTED, 128 + run->signal, "interrupted by signal %d, %s",
            run->signal, strsignal(run->signal));
    else if (run->end == RUN_END_OUTPUT)
        set(outcome, OUTCOME_ERROR, OUTCOME_STATUS_ERROR, "cannot pass the output through: %s",
            strerror(run->targets[0].error ? run->targets[0].error : run->targets[1].error));
    else
        set(outcome, OUTCOME_PASSED, 0, "the text \"%s\" arrived", run->settings->until);
}

/* The command or the serial port ended by itself, without a report. */
static void set_itself(struct outcome *outcome, const struct run *run)
{
    const struct child *child = &run->child;

    if (child->signal)
        set(outcome, OUTCOME_FAILED, child->exit_status, "the command was ended by signal %d, %s",
            child->signal, strsignal(child->signal));
    else if (child->exit_status)
        set(outcome, OUTCOME_FAILED, child->exit_status, "the command failed with status %d",
            child->exit_status);
    else if (run->settings->until)
        set(outcome, OUTCOME_TEXT_MISSING, OUTCOME_STATUS_TEXT_MISSING,
            "the text \"%s\" did not arrive", run->settings->until);
    else
        set(outcome, OUTCOME_PASSED, 0, "%s",
            child->pid ? "the command succeeded" : "the serial port was closed");
}

void outcome_judge(struct outcome *outcome, const struct run *run, int read_status)
{
    outcome->seconds = run_seconds(run);
    if (run->start_error)
        set_not_started(outcome, run);
    else if (outcome->reports_count || outcome->lines_damaged)
        set_crashed(outcome, run);
    else if (read_status)
        set(outcome, OUTCOME_ERROR, OUTCOME_STATUS_ERROR, "the output cannot be read");
    else if (run->end == RUN_END_ITSELF)
        set_itself(outcome, run);
    else
        set_ended(outcome, run);
}

void outcome_free(struct outcome *outcome)
{
    for (size_t i = 0; i < outcome->findings_count; i++)
        finding_free(&outcome->findings[i]);
    free(outcome->findings);
    free(outcome->message);
    *outcome = (struct outcome){0};
}
