/* SPDX-License-Identifier: MIT */
/*
 * The report reader on logs of several crashes that were damaged on their way. Each frame that the
 * reader returns must have been sent, in this report and of this task, with its position. Each
 * report comes at most once, and is complete only if all of its lines arrived. In grammar 1, which
 * has no tokens, only what the log itself shows can be required.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "report/report_reader.h"
#include "sent_log.h"
#include "sent_report.h"

/* Changes the log as a whole: the bytes of it, not the lines. */
static void damage(struct sent_log *log)
{
    static void (*const operations[])(struct sent_log * log) = {
        sent_log_wrap,   sent_log_truncate, sent_log_delete,
        sent_log_repeat, sent_log_insert,   sent_log_change,
    };

    for (uint32_t i = fuzz_below(log->source, 3); i > 0; i--)
        operations[fuzz_below(log->source, sizeof(operations) / sizeof(operations[0]))](log);
}

/* Changes the order of the lines of all reports. */
static void mix(struct sent_log *log)
{
    static void (*const operations[])(struct sent_log * log) = {
        sent_log_keep_order, sent_log_interleave, sent_log_reverse, sent_log_join, sent_log_shuffle,
    };

    uint32_t count = sizeof(operations) / sizeof(operations[0]);

    /* Grammar 1 does not tell the lines of tasks apart if their order changes. */
    operations[log->reports[0].old && log->reports_count == 1 ? 0 : fuzz_below(log->source, count)](
        log);
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* The frames were sent as those of one task of REPORT, in this order. Returns the task. */
static void check_thread(const struct sent_report *sent, const struct report_thread *thread,
                         bool is_crashed)
{
    const struct backtrace *trace = &thread->trace;
    const struct sent_frame *first = NULL;

    for (size_t i = 0; i < trace->frames_count; i++) {
        const struct sent_frame *frame = sent_report_frame(
            sent, trace->frames[i].number, trace->frames[i].pc, trace->frames[i].sp);
        fuzz_check(frame != NULL);
        fuzz_check(i == 0 || trace->frames[i - 1].number < trace->frames[i].number);
        first = first ? first : frame;
        fuzz_check(frame && frame->task == first->task);
        fuzz_check(!is_crashed || first->task == 0);
    }
    fuzz_check(trace->stop <= BOBBIN_STOPS);
}

static void check_complete(const struct sent_report *sent, const struct report *report)
{
    fuzz_check(strcmp(report->name, sent->name) == 0);
    fuzz_check(strcmp(report->device, sent->device) == 0);
    fuzz_check(report->crashed.trace.frames_count == sent->frames_of_crash);
}

static void check_report(struct sent_log *log, const struct report *report)
{
    struct sent_report *sent = sent_log_report(log, report->token);
    bool intact = !log->is_damaged && !log->has_noise;

    fuzz_check(sent != NULL);
    if (!sent)
        return;
    fuzz_check(!sent->found);
    sent->found = true;
    check_thread(sent, &report->crashed, true);
    for (size_t i = 0; i < report->threads_count; i++)
        check_thread(sent, &report->threads[i], false);
    if (!report_is_damaged(report))
        check_complete(sent, report);
    if (intact)
        fuzz_check(report->lines_missing == sent->lines_count - sent->lines_kept || !report->ended);
    if (intact && sent->lines_kept == sent->lines_count)
        fuzz_check(report->ended && report->lines_missing == 0);
}

/* Without tokens: no report that the log shows to be joined from two is called certain. */
static void check_old(const struct sent_log *log, const struct report *report)
{
    fuzz_check(!report_is_identified(report));
    fuzz_check(report->lines_missing == 0 || report->doubt || report->refused);
    if (log->reports_count > 1)
        return;
    check_thread(&log->reports[0], &report->crashed, true);
    for (size_t i = 0; i < report->threads_count; i++)
        check_thread(&log->reports[0], &report->threads[i], false);
}

/* A report of which no character is lost is found, however its lines were mixed and wrapped. */
static void check_found(const struct sent_log *log)
{
    if (log->is_damaged || log->has_noise)
        return;
    for (uint32_t i = 0; i < log->reports_count; i++)
        fuzz_check(log->reports[i].old || log->reports[i].lines_kept == 0 || log->reports[i].found);
}

static void check(struct sent_log *log, const struct report_log *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->reports[i].token[0])
            check_report(log, &found->reports[i]);
        else
            check_old(log, &found->reports[i]);
    check_found(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sent_log log;
    struct fuzz_source source;
    struct report_log found;
    FILE *in;

    fuzz_source_begin(&source, data, size);
    sent_log_begin(&log, &source);
    mix(&log);
    damage(&log);
    in = fmemopen(log.text, log.size ? log.size : 1, "r");
    fuzz_check(in != NULL);
    if (report_log_read(&found, in, "log") == 0)
        check(&log, &found);
    report_log_free(&found);
    fclose(in);
    return 0;
}
