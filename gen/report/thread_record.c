/* SPDX-License-Identifier: MIT */
#include "report/thread_record.h"

#include <string.h>

#include "report/log_scanner.h"
#include "report/report_fields.h"
#include "util/memory.h"

enum { CPSR = 16 }; /* its number in a list of registers, after r15 */

static void store_register(struct report_thread *thread, uint32_t number, uint64_t value)
{
    if (number == CPSR)
        thread->cpsr = (uint32_t)value;
    else
        thread->r[number] = (uint32_t)value;
    thread->valid |= BOBBIN_VALID_R(number);
}

static void store_double(struct report_thread *thread, uint32_t number, uint64_t value)
{
    thread->d[number - 8] = value;
    thread->valid |= BOBBIN_VALID_D(number);
}

/* The registers of a line. */
struct register_line {
    char prefix; /* of their names */
    uint32_t first, last;
    unsigned digits_max;
    void (*store)(struct report_thread *thread, uint32_t number, uint64_t value);
};

static const struct register_line words = {'r', 0, CPSR, 8, store_register};
static const struct register_line doubles = {'d', 8, 15, 16, store_double};

/* The number of the register NAME; -1: unknown. */
static int number_of(const struct register_line *line, const char *name)
{
    if (line->last == CPSR && strcmp(name, "cpsr") == 0)
        return CPSR;
    return report_register_number(name, line->prefix, line->first,
                                  line->last == CPSR ? 15 : line->last);
}

/* "r0=H r1=H ...", from FIELD on; grammar 1. Registers that bobbin does not know are ignored. */
static bool read_pairs(struct report_thread *thread, const struct register_line *line, char *field,
                       char **fields)
{
    const char *text;

    for (; field; field = report_next_field(fields)) {
        uint64_t value;
        int number;
        if (!report_split_pair(field, &text) || !report_parse_hex(text, line->digits_max, &value))
            return false;
        number = number_of(line, field);
        if (number >= 0)
            line->store(thread, (uint32_t)number, value);
    }
    return true;
}

/* "r0 W W ..."; FIELD is the name of the first register. */
static bool read_list(struct report_thread *thread, const struct register_line *line, char *field,
                      char **fields)
{
    int number = number_of(line, field);
    uint64_t value;

    if (number < 0 || !(field = report_next_field(fields)))
        return false;
    for (; field; field = report_next_field(fields), number++) {
        if ((uint32_t)number > line->last)
            return false;
        if (strcmp(field, "-") == 0)
            continue;
        if (!report_parse_hex(field, line->digits_max, &value))
            return false;
        line->store(thread, (uint32_t)number, value);
    }
    return true;
}

static bool read_registers(struct report_thread *thread, const struct register_line *line,
                           char *field, char **fields)
{
    if (field && !strchr(field, '='))
        return read_list(thread, line, field, fields);
    return read_pairs(thread, line, field, fields);
}

static bool read_regs(struct report_thread *thread, char *fields)
{
    char *field = report_next_field(&fields);

    return read_registers(thread, &words, field, &fields);
}

static bool read_dregs(struct report_thread *thread, char *fields)
{
    char *field = report_next_field(&fields);

    return read_registers(thread, &doubles, field, &fields);
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

/* Parses the sp that is FIELD, if it is one, and returns the field after it. */
static char *read_frame_sp(uint32_t *sp, char *field, bool named, char **fields)
{
    if (named && (!field || !strchr(field, '=')))
        return field;
    if (!field || (strcmp(field, "-") != 0 && !report_parse_named(field, "sp", sp)))
        return NULL;
    return report_next_field(fields);
}

/* "frame N PC SP KIND TRUST"; grammar 1: "frame N pc=H sp=H KIND TRUST", where sp may be missing */
static bool read_frame(struct report_thread *thread, char *fields)
{
    struct backtrace *trace = &thread->trace;
    struct backtrace_frame frame = {0};
    const char *number = report_next_field(&fields);
    char *field = report_next_field(&fields);
    bool named = field && strchr(field, '=');
    uint64_t expected = next_frame_number(trace);

    if (!number || !report_parse_decimal(number, &frame.number) ||
        !report_parse_named(field, "pc", &frame.pc))
        return false;
    field = read_frame_sp(&frame.sp, report_next_field(&fields), named, &fields);
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

/*
 * Registers of the last exception, from FIELD on. Registers of an exception whose first line did
 * not arrive are ignored.
 */
static bool read_exception_registers(struct report_thread *thread, uint32_t frame, char *field,
                                     char **fields)
{
    struct backtrace *trace = &thread->trace;
    struct backtrace_exception *last =
        trace->exceptions_count ? &trace->exceptions[trace->exceptions_count - 1] : NULL;
    struct report_thread read = {0};

    if (!last || last->frame != frame)
        return true;
    if (!read_registers(&read, &words, field, fields))
        return false;
    for (uint32_t i = 0; i < BOBBIN_PC; i++)
        if (read.valid & BOBBIN_VALID_R(i))
            last->r[i] = read.r[i];
    last->valid |= read.valid & (BOBBIN_VALID_R(BOBBIN_PC) - 1);
    return true;
}

/*
 * "exception N WORD PC CPSR" starts an exception; "exception N r0 W W ...", in grammar 1
 * "exception N r0=H ...", has registers of it.
 */
static bool read_exception(struct report_thread *thread, char *fields)
{
    struct backtrace *trace = &thread->trace;
    struct backtrace_exception exception = {.valid = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR};
    const char *number = report_next_field(&fields);
    char *field = report_next_field(&fields);

    if (!number || !report_parse_decimal(number, &exception.frame) || !field)
        return false;
    if (strchr(field, '=') || number_of(&words, field) >= 0)
        return read_exception_registers(thread, exception.frame, field, &fields);
    if (!report_copy_word(exception.vector, field) ||
        !report_parse_named(report_next_field(&fields), "pc", &exception.r[BOBBIN_PC]) ||
        !report_parse_named(report_next_field(&fields), "cpsr", &exception.cpsr) ||
        (trace->exceptions_count &&
         exception.frame <= trace->exceptions[trace->exceptions_count - 1].frame))
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

/* "stop WORD VALUE FRAMES" */
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
    field = report_next_field(&fields);
    if (field && !report_parse_count(field, "frames", &frames))
        return false;
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
