/* SPDX-License-Identifier: MIT */
/*
 * The report reader on damaged logs. Every frame that the reader returns must have been sent, with
 * its position. It must not invent or move frames.
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

struct sent_frame {
    uint32_t number, pc, sp;
};

struct sent {
    struct fuzz_source source;
    char log[LOG_BYTES_MAX];
    uint32_t size;
    uint32_t sequence; /* of the next line of the report */
    struct sent_frame frames[REPORTS_MAX * FRAMES_MAX];
    uint32_t frames_count;
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
        "task 1 idle",
        "end lines=1",
        "",
        ":",
    };

    put_line(sent, lines[fuzz_below(&sent->source, sizeof(lines) / sizeof(lines[0]))]);
}

static void put_frame(struct sent *sent, uint32_t number)
{
    struct sent_frame *frame = &sent->frames[sent->frames_count++];
    char fields[128];

    frame->number = number;
    frame->pc = fuzz_u32(&sent->source);
    frame->sp = fuzz_u32(&sent->source);
    snprintf(fields, sizeof(fields), "frame %u pc=%x sp=%x %s %s", (unsigned)number,
             (unsigned)frame->pc, (unsigned)frame->sp, number ? "call" : "interrupted",
             number ? "table" : "context");
    put_line(sent, fields);
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
        put_frame(sent, i);
    }
    while (fuzz_one_in(&sent->source, 2))
        put_other_line(sent);
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

static bool was_sent(const struct sent *sent, const struct backtrace_frame *frame)
{
    for (uint32_t i = 0; i < sent->frames_count; i++)
        if (sent->frames[i].number == frame->number && sent->frames[i].pc == frame->pc &&
            sent->frames[i].sp == frame->sp)
            return true;
    return false;
}

static void check_report(const struct sent *sent, const struct report *report)
{
    for (size_t i = 0; i < report->trace.frames_count; i++) {
        fuzz_check(was_sent(sent, &report->trace.frames[i]));
        fuzz_check(i == 0 || report->trace.frames[i - 1].number < report->trace.frames[i].number);
    }
    fuzz_check(report->build_id_size <= sizeof(report->build_id));
    fuzz_check(report->trace.stop <= BOBBIN_STOPS);
    (void)report_is_damaged(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sent sent;
    struct report_log log;
    FILE *in;

    memset(&sent, 0, sizeof(sent));
    fuzz_source_begin(&sent.source, data, size);
    for (uint32_t i = 1 + fuzz_below(&sent.source, REPORTS_MAX); i > 0; i--)
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
