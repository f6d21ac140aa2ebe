/* SPDX-License-Identifier: MIT */
/*
 * The report reader on damaged logs. Every frame that the reader returns must have been sent, with
 * its position. It must not invent or move frames, or join those of two tasks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/crc32.h"
#include "fuzz.h"
#include "report/report_reader.h"

#define LOG_BYTES_MAX 16384u
#define FRAMES_MAX    12u
#define REPORTS_MAX   3u
#define TASKS_MAX     4u

struct sent_frame {
    uint32_t number, pc, sp;
    uint32_t task; /* 0: the code that crashed */
};

struct sent {
    struct fuzz_source source;
    char log[LOG_BYTES_MAX];
    uint32_t size;
    uint32_t sequence; /* of the next line of the report */
    struct sent_frame frames[REPORTS_MAX * (1 + TASKS_MAX) * FRAMES_MAX];
    uint32_t frames_count;
    uint32_t reports, tasks; /* how many were sent */
};

static void put_text(struct sent *sent, const char *text)
{
    uint32_t length = (uint32_t)strlen(text);

    if (sent->size + length > LOG_BYTES_MAX)
        return;
    memcpy(sent->log + sent->size, text, length);
    sent->size += length;
}

/* Other log output; some of it looks like a report. */
static void put_noise(struct sent *sent)
{
    static const char *const noise[] = {
        "boot 1.2\r\n", "[12.5] ", "\x1b[31m", "%bobbin ", "%bobbin 7 frame\n", "%%", "\r\n", " *",
    };

    while (fuzz_one_in(&sent->source, 3))
        put_text(sent, noise[fuzz_below(&sent->source, sizeof(noise) / sizeof(noise[0]))]);
}

/* Writes a line with a correct checksum. A real device would not write all of these fields. */
static void put_line(struct sent *sent, const char *fields)
{
    char line[256], end[32];
    int length = snprintf(line, sizeof(line), "%%bobbin %u %s", sent->sequence++, fields);

    snprintf(end, sizeof(end), " *%08x\r\n",
             (unsigned)bobbin_crc32(0, (const uint8_t *)line, (uint32_t)length));
    put_noise(sent);
    put_text(sent, line);
    put_text(sent, end);
}

/* Writes a line of any type except frame. Some have invalid fields. */
static void put_other_line(struct sent *sent)
{
    static const char *const lines[] = {
        "image build-id=0011223344 table=ok",
        "image build-id=- table=empty",
        "image build-id=0 table=",
        "cause data-abort pc=8004 : data abort: permission fault, write",
        "cause",
        "status dfsr=80d dfar=0",
        "status =",
        "regs r0=0 r1=1 r15=8000 cpsr=1f",
        "regs r16=0 r1",
        "dregs d8=0011223344556677",
        "dregs d16=1",
        "exception 1 irq pc=8000 cpsr=13",
        "exception 2 fiq pc=8000 cpsr=0",
        "exception 1 r0=1 r14=8001",
        "exception 4294967295 later pc=0 cpsr=ffffffff",
        "exception 1 =",
        "exception",
        "skip 5",
        "skip 4294967295",
        "stop outermost value=0 frames=3",
        "stop garbage value=x frames=-1",
        "stack 20000000 1 2 3 4 5 6 7 8",
        "stack 20000020 - - 3",
        "stack fffffffc 1 2 3",
        "stack",
        "note : anything",
        "report 1.7 again",
        "report 2.0 later",
        "report 1.0",
        "later 1 idle",
        "running id=1 cpu=0 low=0 high=ffffffff : anything",
        "running id=",
        "tasks end count=4",
        "tasks damaged count=4294967295",
        "tasks",
        "other-later 0",
        "end lines=1",
        "",
        ":",
    };

    put_line(sent, lines[fuzz_below(&sent->source, sizeof(lines) / sizeof(lines[0]))]);
}

/* TASK: 0 for the code that crashed */
static void put_frame(struct sent *sent, uint32_t number, uint32_t task)
{
    struct sent_frame *frame = &sent->frames[sent->frames_count++];
    char fields[128];

    frame->number = number;
    frame->task = task;
    frame->pc = fuzz_u32(&sent->source);
    frame->sp = fuzz_u32(&sent->source);
    snprintf(fields, sizeof(fields), "%sframe %u pc=%x sp=%x %s %s", task ? "other-" : "",
             (unsigned)number, (unsigned)frame->pc, (unsigned)frame->sp,
             number ? "call" : "interrupted", number ? "table" : "context");
    put_line(sent, fields);
}

/* Lines of a trace that may stand before, between and after the frames of a task. */
static void put_task_line(struct sent *sent)
{
    static const char *const lines[] = {
        "other-regs r0=0 r15=8000 cpsr=1f",
        "other-dregs d8=0011223344556677",
        "other-regs r0",
        "other-exception 1 irq pc=8000 cpsr=13",
        "other-exception 1 r0=1",
        "other-frame x",
        "other-later 1",
    };

    put_line(sent, lines[fuzz_below(&sent->source, sizeof(lines) / sizeof(lines[0]))]);
}

static void put_task(struct sent *sent, uint32_t number)
{
    static const char *const firsts[] = {
        "task %u ready id=1000 low=0 high=4 used=5 : name",
        "task %u blocked",
        "task %u later id=x",
        "cpu %u stopped pc=0 sp=4 cpsr=1f : text",
    };
    uint32_t task = ++sent->tasks, frames = fuzz_below(&sent->source, FRAMES_MAX);
    char line[128];

    snprintf(line, sizeof(line), firsts[fuzz_below(&sent->source, 4)], (unsigned)number);
    put_line(sent, line);
    while (fuzz_one_in(&sent->source, 3))
        put_task_line(sent);
    for (uint32_t i = 0; i < frames; i++) {
        put_frame(sent, i, task);
        while (fuzz_one_in(&sent->source, 8))
            put_task_line(sent);
    }
    snprintf(line, sizeof(line), "other-stop outermost value=0 frames=%u", (unsigned)frames);
    put_line(sent, line);
}

static void put_report(struct sent *sent)
{
    uint32_t frames = fuzz_below(&sent->source, FRAMES_MAX);
    char end[32];

    sent->sequence = 0;
    put_line(sent, "report 1.0 board");
    for (uint32_t i = 0; i < frames; i++) {
        while (fuzz_one_in(&sent->source, 3))
            put_other_line(sent);
        put_frame(sent, i, 0);
    }
    while (fuzz_one_in(&sent->source, 2))
        put_other_line(sent);
    for (uint32_t i = fuzz_below(&sent->source, TASKS_MAX + 1); i > 0; i--)
        put_task(sent, i);
    snprintf(end, sizeof(end), "end lines=%u", (unsigned)sent->sequence + 1);
    put_line(sent, end);
}

/* Deletes, repeats or changes a stretch of the log. */
static void damage(struct sent *sent)
{
    struct fuzz_source *source = &sent->source;
    uint32_t from = fuzz_below(source, sent->size + 1);
    uint32_t length = fuzz_below(source, sent->size - from + 1) / (1 + fuzz_below(source, 20));

    switch (fuzz_below(source, 4)) {
    case 0:
        memmove(sent->log + from, sent->log + from + length, sent->size - from - length);
        sent->size -= length;
        break;
    case 1:
        if (sent->size + length > LOG_BYTES_MAX)
            break;
        memmove(sent->log + from + length, sent->log + from, sent->size - from);
        sent->size += length;
        break;
    case 2:
        fuzz_mutate(source, (uint8_t *)sent->log, sent->size);
        break;
    default:
        break;
    }
}

static const struct sent_frame *find_sent(const struct sent *sent,
                                          const struct backtrace_frame *frame)
{
    for (uint32_t i = 0; i < sent->frames_count; i++)
        if (sent->frames[i].number == frame->number && sent->frames[i].pc == frame->pc &&
            sent->frames[i].sp == frame->sp)
            return &sent->frames[i];
    return NULL;
}

/* The frames must have been sent, in this order. In one report, they are of one task. */
static void check_thread(const struct sent *sent, const struct report_thread *thread)
{
    const struct backtrace *trace = &thread->trace;
    const struct sent_frame *first = NULL;

    for (size_t i = 0; i < trace->frames_count; i++) {
        const struct sent_frame *frame = find_sent(sent, &trace->frames[i]);
        fuzz_check(frame != NULL);
        fuzz_check(i == 0 || trace->frames[i - 1].number < trace->frames[i].number);
        first = first ? first : frame;
        fuzz_check(sent->reports > 1 || (frame && frame->task == first->task));
    }
    fuzz_check(trace->stop <= BOBBIN_STOPS);
}

static void check_report(const struct sent *sent, const struct report *report)
{
    check_thread(sent, &report->crashed);
    for (size_t i = 0; i < report->threads_count; i++)
        check_thread(sent, &report->threads[i]);
    fuzz_check(report->build_id_size <= sizeof(report->build_id));
    (void)report_is_damaged(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sent sent;
    struct report_log log;
    FILE *in;

    memset(&sent, 0, sizeof(sent));
    fuzz_source_begin(&sent.source, data, size);
    sent.reports = 1 + fuzz_below(&sent.source, REPORTS_MAX);
    for (uint32_t i = 0; i < sent.reports; i++)
        put_report(&sent);
    for (uint32_t i = fuzz_below(&sent.source, 4); i > 0; i--)
        damage(&sent);
    in = fmemopen(sent.log, sent.size ? sent.size : 1, "r");
    fuzz_check(in != NULL);
    if (report_log_read(&log, in, "log") == 0)
        for (size_t i = 0; i < log.count; i++)
            check_report(&sent, &log.reports[i]);
    report_log_free(&log);
    fclose(in);
    return 0;
}
