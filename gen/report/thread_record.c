/* SPDX-License-Identifier: MIT */
#include "report/thread_record.h"

#include <string.h>

#include "report/log_scanner.h"
#include "report/report_fields.h"
#include "util/memory.h"

/* "regs r0=H r1=H ... cpsr=H" */
static bool read_regs(struct report_thread *thread, char *fields)
{
    char *field;
    const char *text;

    while ((field = report_next_field(&fields))) {
        uint32_t value;
        int number;
        if (!report_split_pair(field, &text) || !report_parse_word32(text, &value))
            return false;
        number = report_register_number(field, 'r', 0, 15);
        if (number >= 0) {
            thread->r[number] = value;
            thread->valid |= BOBBIN_VALID_R(number);
        } else if (strcmp(field, "cpsr") == 0) {
            thread->cpsr = value;
            thread->valid |= BOBBIN_VALID_CPSR;
        }
    }
    return true;
}

/* "dregs d8=H ..." */
static bool read_dregs(struct report_thread *thread, char *fields)
{
    char *field;
    const char *text;

    while ((field = report_next_field(&fields))) {
        uint64_t value;
        int number;
        if (!report_split_pair(field, &text) || !report_parse_hex(text, 16, &value))
            return false;
        number = report_register_number(field, 'd', 8, 15);
        if (number < 0)
            continue;
        thread->d[number - 8] = value;
        thread->valid |= BOBBIN_VALID_D(number);
    }
    return true;
}

static bool parse_kind(const char *word, enum bobbin_kind *kind)
{
    static const enum bobbin_kind kinds[] = {BOBBIN_KIND_INTERRUPTED, BOBBIN_KIND_CALL};

    /* Earlier versions of the core wrote "exact" for an interrupted frame. */
    if (word && strcmp(word, "exact") == 0) {
        *kind = BOBBIN_KIND_INTERRUPTED;
        return true;
    }
    for (size_t i = 0; word && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        *kind = kinds[i];
        if (strcmp(word, bobbin_kind_name(kinds[i])) == 0)
            return true;
    }
    return false;
}

/* The number expected for the next frame. */
static uint64_t next_frame_number(const struct backtrace *trace)
{
    size_t count = trace->frames_count;

    return (count ? (uint64_t)trace->frames[count - 1].number + 1 : 0) + trace->skipped_after;
}

/* "frame N pc=H sp=H KIND TRUST" */
static bool read_frame(struct report_thread *thread, char *fields)
{
    struct backtrace *trace = &thread->trace;
    struct backtrace_frame frame = {0};
    const char *number = report_next_field(&fields);
    uint64_t expected = next_frame_number(trace);
    char *field;

    if (!number || !report_parse_decimal(number, &frame.number) ||
        !report_parse_named(report_next_field(&fields), "pc", &frame.pc))
        return false;
    field = report_next_field(&fields);
    if (report_parse_named(field, "sp", &frame.sp))
        field = report_next_field(&fields);
    if (!parse_kind(field, &frame.kind) ||
        !report_copy_word(frame.trust, report_next_field(&fields)))
        return false;
    if (trace->frames_count && frame.number <= trace->frames[trace->frames_count - 1].number)
        return false;
    frame.skipped_before = trace->skipped_after;
    frame.missing_before = frame.number > expected ? (uint32_t)(frame.number - expected) : 0;
    trace->skipped_after = 0;
    array_push(trace->frames, trace->frames_count, trace->frames_capacity, frame);
    return true;
}

/* "r0=H r1=H ..." of an exception line whose first field is FIELD */
static bool read_exception_registers(struct backtrace_exception *exception, char *field,
                                     char **fields)
{
    const char *text;

    for (; field; field = report_next_field(fields)) {
        uint32_t value;
        int number;
        if (!report_split_pair(field, &text) || !report_parse_word32(text, &value))
            return false;
        number = report_register_number(field, 'r', 0, 14);
        if (number < 0)
            continue;
        exception->r[number] = value;
        exception->valid |= BOBBIN_VALID_R(number);
    }
    return true;
}

/*
 * "exception N WORD pc=H cpsr=H" starts an exception, "exception N r0=H ..." has registers of it.
 * Registers of an exception whose first line did not arrive are ignored.
 */
static bool read_exception(struct report_thread *thread, char *fields)
{
    struct backtrace *trace = &thread->trace;
    struct backtrace_exception *last =
        trace->exceptions_count ? &trace->exceptions[trace->exceptions_count - 1] : NULL;
    struct backtrace_exception exception = {.valid = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR};
    const char *number = report_next_field(&fields);
    char *field = report_next_field(&fields);

    if (!number || !report_parse_decimal(number, &exception.frame) || !field)
        return false;
    if (strchr(field, '='))
        return !last || last->frame != exception.frame ||
               read_exception_registers(last, field, &fields);
    if (!report_copy_word(exception.vector, field) ||
        !report_parse_named(report_next_field(&fields), "pc", &exception.r[BOBBIN_PC]) ||
        !report_parse_named(report_next_field(&fields), "cpsr", &exception.cpsr) ||
        (last && exception.frame <= last->frame))
        return false;
    array_push(trace->exceptions, trace->exceptions_count, trace->exceptions_capacity, exception);
    return true;
}

/* "skip N" */
static bool read_skip(struct report_thread *thread, char *fields)
{
    const char *field = report_next_field(&fields);
    uint32_t count;

    if (!field || !report_parse_decimal(field, &count) ||
        count > UINT32_MAX - thread->trace.skipped_after)
        return false;
    thread->trace.skipped_after += count;
    return true;
}

/* Returns BOBBIN_STOPS for a word that this version of bobbin does not know. */
static enum bobbin_stop parse_stop(const char *word)
{
    unsigned stop = BOBBIN_STOP_NONE;

    while (stop < BOBBIN_STOPS && strcmp(word, bobbin_stop_name(stop)) != 0)
        stop++;
    return (enum bobbin_stop)stop;
}

/* "stop WORD value=H frames=N" */
static bool read_stop(struct report_thread *thread, char *fields)
{
    struct backtrace *trace = &thread->trace;
    const char *word = report_next_field(&fields);
    char *field;
    uint32_t frames = 0;

    if (!report_parse_named(report_next_field(&fields), "value", &trace->stop_value) ||
        !report_copy_word(trace->stop_word, word))
        return false;
    trace->stop = parse_stop(trace->stop_word);
    while ((field = report_next_field(&fields))) {
        const char *value;
        if (report_split_pair(field, &value) && strcmp(field, "frames") == 0 &&
            !report_parse_decimal(value, &frames))
            return false;
    }
    if (frames > next_frame_number(trace))
        trace->missing_after = (uint32_t)(frames - next_frame_number(trace));
    return true;
}

static const struct {
    const char *type;
    bool (*read)(struct report_thread *thread, char *fields);
} records[] = {
    {REPORT_TYPE_REGS, read_regs},   {REPORT_TYPE_DREGS, read_dregs},
    {REPORT_TYPE_FRAME, read_frame}, {REPORT_TYPE_SKIP, read_skip},
    {REPORT_TYPE_STOP, read_stop},   {REPORT_TYPE_EXCEPTION, read_exception},
};
#define RECORDS (sizeof(records) / sizeof(records[0]))

bool thread_record_knows(const char *type)
{
    for (size_t i = 0; i < RECORDS; i++)
        if (strcmp(type, records[i].type) == 0)
            return true;
    return false;
}

bool thread_record_read(struct report_thread *thread, const char *type, char *fields)
{
    for (size_t i = 0; i < RECORDS; i++)
        if (strcmp(type, records[i].type) == 0)
            return records[i].read(thread, fields);
    return true;
}
