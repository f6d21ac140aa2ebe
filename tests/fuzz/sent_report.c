/* SPDX-License-Identifier: MIT */
/* A real device would not write all of these fields. */
#include "sent_report.h"

#include <stdio.h>
#include <string.h>

#include "core/format/crc32.h"

#define FRAMES_EACH_MAX 10u
#define TASKS_MAX       4u

static const char *pick(struct fuzz_source *source, const char *const *texts, size_t count)
{
    return texts[fuzz_below(source, (uint32_t)count)];
}
#define PICK(source, texts) pick(source, texts, sizeof(texts) / sizeof((texts)[0]))

/* Adds the line BODY with its checksum. MARK: before the checksum. */
static void seal(struct sent_report *sent, const char *body, char mark)
{
    char *line = sent->lines[sent->lines_count];
    int length;

    if (sent->lines_count == SENT_LINES_MAX)
        return;
    length = snprintf(line, REPORT_LINE_MAX_1 - 9, "%%bobbin %s%s%u %s", sent->token,
                      sent->old ? "" : ".", (unsigned)sent->lines_count++, body);
    snprintf(line + length, 11, " %c%08x", mark, (unsigned)bobbin_crc32(0, line, (uint32_t)length));
}

/* Adds FIELDS as one line, or as several ones that continue each other. */
static void put_line(struct sent_report *sent, struct fuzz_source *source, const char *fields)
{
    size_t type_length = strcspn(fields, " "), length = strlen(fields);
    char body[200], rest[200];

    snprintf(rest, sizeof(rest), "%s", fields);
    while (!sent->old && length > type_length + 2 && fuzz_one_in(source, 3)) {
        size_t first = type_length + 1 + fuzz_below(source, (uint32_t)(length - type_length - 1));
        snprintf(body, sizeof(body), "%.*s", (int)first, rest);
        seal(sent, body, REPORT_CONTINUES);
        snprintf(body, sizeof(body), "%s %s", REPORT_TYPE_MORE, rest + first);
        memcpy(rest, body, sizeof(rest));
        type_length = 1;
        length = strlen(rest);
    }
    seal(sent, rest, '*');
}

/* A line of any type except frame. Some have invalid fields. */
static void put_other_line(struct sent_report *sent, struct fuzz_source *source)
{
    static const char *const lines[] = {
        "image 0011223344",
        "image -",
        "image 0",
        "table ok",
        "table ?",
        "cause data-abort 8004 : data abort: permission fault, write",
        "cause",
        "status dfsr=80d dfar=0",
        "status =",
        "regs r0 0 1 2 3 - 5",
        "regs r14 8001 8000 1f",
        "regs cpsr 1f",
        "regs cpsr 1f 2",
        "regs r16 0",
        "dregs d8 0011223344556677 0 1",
        "dregs d15 1 2",
        "exception 1 irq 8000 13",
        "exception 2 fiq 8000 0",
        "exception 1 r0 1 2",
        "exception 4294967295 later 0 ffffffff",
        "exception",
        "skip 5",
        "skip 4294967295",
        "stop outermost 0 3",
        "stop garbage x -1",
        "stack 20000000 1 2 3 4 5 6 7 8",
        "stack 20000020 - - 3",
        "stack fffffffc 1 2 3",
        "stack",
        "note : anything",
        "note : %bobbin 000000.0 frame 0 1 2 call table *01234567",
        "later 1 idle",
        "running id=1 cpu=0 low=0 high=ffffffff : anything",
        "running id=",
        "tasks end count=4",
        "tasks",
        "other-later 0",
        "end 1",
        ":",
    };
    static const char *const old_lines[] = {
        "image build-id=0011223344 table=ok",
        "image build-id=0 table=",
        "cause data-abort pc=8004 : data abort: permission fault, write",
        "regs r0=0 r1=1 r15=8000 cpsr=1f",
        "regs r16=0 r1",
        "dregs d8=0011223344556677",
        "exception 1 irq pc=8000 cpsr=13",
        "exception 1 r0=1 r14=8001",
        "skip 5",
        "stop outermost value=0 frames=3",
        "stack 20000000 1 2 3 4 5 6 7 8",
        "note : anything",
        "report 1.7 again",
        "report 2.0 later",
        "end lines=1",
        "",
    };

    put_line(sent, source, sent->old ? PICK(source, old_lines) : PICK(source, lines));
}

/* TASK: 0 for the code that crashed */
static void put_frame(struct sent_report *sent, struct fuzz_source *source, uint32_t number,
                      uint32_t task)
{
    struct sent_frame *frame = &sent->frames[sent->frames_count++];
    char fields[128];

    *frame = (struct sent_frame){number, fuzz_u32(source), fuzz_u32(source), task};
    snprintf(fields, sizeof(fields),
             sent->old ? "%sframe %u pc=%x sp=%x %s %s" : "%sframe %u %x %x %s %s",
             task ? REPORT_OTHER : "", (unsigned)number, (unsigned)frame->pc, (unsigned)frame->sp,
             number ? "call" : "interrupted", number ? "table" : "context");
    seal(sent, fields, '*');
}

/* Lines of a trace that may stand before, between and after the frames of a task. */
static void put_task_line(struct sent_report *sent, struct fuzz_source *source)
{
    static const char *const lines[] = {
        "other-regs r0 0 - 8000", "other-dregs d8 0011223344556677",
        "other-regs r0",          "other-exception 1 irq 8000 13",
        "other-exception 1 r0 1", "other-frame x",
        "other-later 1",
    };

    put_line(sent, source, PICK(source, lines));
}

static void put_task(struct sent_report *sent, struct fuzz_source *source, uint32_t task)
{
    static const char *const firsts[] = {
        "task %u ready id=1000 low=0 high=4 used=5 : name",
        "task %u blocked",
        "task %u later id=x",
        "cpu %u stopped pc=0 sp=4 cpsr=1f : text",
    };
    uint32_t frames = fuzz_below(source, FRAMES_EACH_MAX);
    char line[128];

    snprintf(line, sizeof(line), PICK(source, firsts), (unsigned)task);
    seal(sent, line, '*');
    while (fuzz_one_in(source, 3))
        put_task_line(sent, source);
    for (uint32_t i = 0; i < frames; i++) {
        put_frame(sent, source, i, task);
        while (fuzz_one_in(source, 8))
            put_task_line(sent, source);
    }
    snprintf(line, sizeof(line),
             sent->old ? "other-stop outermost value=0 frames=%u" : "other-stop outermost 0 %u",
             (unsigned)frames);
    seal(sent, line, '*');
}

static void choose_token(struct sent_report *sent, struct fuzz_source *source)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuv";
    uint32_t length = fuzz_one_in(source, 2) ? REPORT_TOKEN_MAX : REPORT_TOKEN_DIGITS;

    for (uint32_t i = 0; i < length; i++)
        sent->token[i] = digits[fuzz_below(source, 32)];
    snprintf(sent->name, sizeof(sent->name), "board%u", (unsigned)fuzz_below(source, 100));
    if (length == REPORT_TOKEN_MAX)
        snprintf(sent->device, sizeof(sent->device), "dev%u", (unsigned)fuzz_below(source, 100));
}

void sent_report_make(struct sent_report *sent, struct fuzz_source *source, bool old)
{
    uint32_t frames = fuzz_below(source, FRAMES_EACH_MAX);
    char line[80];

    memset(sent, 0, sizeof(*sent));
    sent->old = old;
    if (!old)
        choose_token(sent, source);
    snprintf(line, sizeof(line), "report %s %s%s%s", old ? "1.2" : REPORT_VERSION, sent->name,
             sent->device[0] ? " device=" : "", sent->device);
    seal(sent, line, '*');
    for (uint32_t i = 0; i < frames; i++) {
        while (fuzz_one_in(source, 3))
            put_other_line(sent, source);
        put_frame(sent, source, i, 0);
    }
    sent->frames_of_crash = frames;
    while (fuzz_one_in(source, 2))
        put_other_line(sent, source);
    for (uint32_t i = fuzz_below(source, TASKS_MAX + 1); i > 0; i--)
        put_task(sent, source, i);
    snprintf(line, sizeof(line), old ? "end lines=%u" : "end %u", (unsigned)sent->lines_count + 1);
    seal(sent, line, '*');
}

const struct sent_frame *sent_report_frame(const struct sent_report *sent, uint32_t number,
                                           uint32_t pc, uint32_t sp)
{
    for (uint32_t i = 0; i < sent->frames_count; i++)
        if (sent->frames[i].number == number && sent->frames[i].pc == pc &&
            sent->frames[i].sp == sp)
            return &sent->frames[i];
    return NULL;
}
