/* SPDX-License-Identifier: MIT */
/* Parses the fields of each type of report line and stores them in the report. */
#include "report/report_record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* Returns the next field of *FIELDS, or NULL after the last one. */
static char *next_field(char **fields)
{
    char *field;

    do
        field = strsep(fields, " ");
    while (field && !*field);
    return field;
}

/* Ends FIELDS before " : " and returns the text after it, or "" if there is none. */
static const char *split_text(char *fields)
{
    char *colon = strncmp(fields, ": ", 2) == 0 ? fields : strstr(fields, " : ");
    const char *text;

    if (!colon)
        return "";
    text = strchr(colon, ':') + 2;
    *colon = '\0';
    return text;
}

/* Copies a word of the grammar: lower-case letters, digits, hyphens. */
static bool copy_word(char out[REPORT_WORD_MAX], const char *word)
{
    size_t length = word ? strlen(word) : 0;

    if (length == 0 || length >= REPORT_WORD_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)word[i]) && !isdigit((unsigned char)word[i]) && word[i] != '-')
            return false;
    memcpy(out, word, length + 1);
    return true;
}

/* Splits "name=VALUE" in place. */
static bool split_pair(char *field, const char **value)
{
    char *equals = field ? strchr(field, '=') : NULL;

    if (!equals)
        return false;
    *equals = '\0';
    *value = equals + 1;
    return true;
}

static bool parse_word32(const char *text, uint32_t *value)
{
    uint64_t wide;

    if (!text || !report_parse_hex(text, 8, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

/* Parses a field that must be NAME=HEX. */
static bool parse_named(char *field, const char *name, uint32_t *value)
{
    const char *text;

    return split_pair(field, &text) && strcmp(field, name) == 0 && parse_word32(text, value);
}

static void replace_text(char **slot, const char *text)
{
    char *copy = must_strdup(text);

    free(*slot);
    *slot = copy;
}

/* "report 1.1 NAME" */
static bool read_report(struct report *report, char *fields)
{
    const char *version = next_field(&fields);
    const char *name = next_field(&fields);
    uint32_t major;
    char digits[REPORT_WORD_MAX] = {0};
    size_t length = version ? strcspn(version, ".") : 0;

    if (length == 0 || strlen(version) >= REPORT_WORD_MAX)
        return false;
    memcpy(digits, version, length);
    if (!report_parse_decimal(digits, &major))
        return false;
    memcpy(report->version, version, strlen(version) + 1);
    report->refused = major != REPORT_VERSION_MAJOR;
    replace_text(&report->name, name ? name : "");
    return true;
}

static bool read_build_id(struct report *report, const char *digits)
{
    size_t length = strlen(digits);

    if (strcmp(digits, "-") == 0)
        return true;
    if (length % 2 != 0 || length / 2 > sizeof(report->build_id))
        return false;
    for (size_t i = 0; i < length / 2; i++) {
        char pair[3] = {digits[2 * i], digits[2 * i + 1], '\0'};
        uint64_t byte;
        if (!report_parse_hex(pair, 2, &byte))
            return false;
        report->build_id[i] = (uint8_t)byte;
    }
    report->build_id_size = (uint32_t)(length / 2);
    return true;
}

/* "image build-id=HEX table=WORD" */
static bool read_image(struct report *report, char *fields)
{
    char *field;
    const char *value;

    while ((field = next_field(&fields))) {
        if (!split_pair(field, &value))
            return false;
        if (strcmp(field, "build-id") == 0 && !read_build_id(report, value))
            return false;
        if (strcmp(field, "table") == 0 && !copy_word(report->table, value))
            return false;
    }
    return true;
}

/* "cause WORD pc=H : TEXT" */
static bool read_cause(struct report *report, char *fields)
{
    const char *text = split_text(fields);

    if (!copy_word(report->cause, next_field(&fields)) ||
        !parse_named(next_field(&fields), "pc", &report->cause_pc))
        return false;
    replace_text(&report->cause_text, text);
    return true;
}

/* "status dfsr=H dfar=H" */
static bool read_status(struct report *report, char *fields)
{
    char *field;
    const char *value;

    while ((field = next_field(&fields))) {
        struct report_status status;
        if (!split_pair(field, &value) || !copy_word(status.name, field) ||
            !parse_word32(value, &status.value))
            return false;
        array_push(report->status, report->status_count, report->status_capacity, status);
    }
    return true;
}

/* Returns N if NAME is PREFIX followed by N, and N is from FIRST to LAST. Otherwise returns -1. */
static int register_number(const char *name, char prefix, uint32_t first, uint32_t last)
{
    uint32_t number;

    if (name[0] != prefix || !report_parse_decimal(name + 1, &number))
        return -1;
    return number >= first && number <= last ? (int)number : -1;
}

/* "regs r0=H r1=H ... cpsr=H" */
static bool read_regs(struct report *report, char *fields)
{
    char *field;
    const char *text;

    while ((field = next_field(&fields))) {
        uint32_t value;
        int number;
        if (!split_pair(field, &text) || !parse_word32(text, &value))
            return false;
        number = register_number(field, 'r', 0, 15);
        if (number >= 0) {
            report->r[number] = value;
            report->valid |= BOBBIN_VALID_R(number);
        } else if (strcmp(field, "cpsr") == 0) {
            report->cpsr = value;
            report->valid |= BOBBIN_VALID_CPSR;
        }
    }
    return true;
}

/* "dregs d8=H ..." */
static bool read_dregs(struct report *report, char *fields)
{
    char *field;
    const char *text;

    while ((field = next_field(&fields))) {
        uint64_t value;
        int number;
        if (!split_pair(field, &text) || !report_parse_hex(text, 16, &value))
            return false;
        number = register_number(field, 'd', 8, 15);
        if (number < 0)
            continue;
        report->d[number - 8] = value;
        report->valid |= BOBBIN_VALID_D(number);
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
static bool read_frame(struct report *report, char *fields)
{
    struct backtrace *trace = &report->trace;
    struct backtrace_frame frame = {0};
    const char *number = next_field(&fields);
    uint64_t expected = next_frame_number(trace);
    char *field;

    if (!number || !report_parse_decimal(number, &frame.number) ||
        !parse_named(next_field(&fields), "pc", &frame.pc))
        return false;
    field = next_field(&fields);
    if (parse_named(field, "sp", &frame.sp))
        field = next_field(&fields);
    if (!parse_kind(field, &frame.kind) || !copy_word(frame.trust, next_field(&fields)))
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

    for (; field; field = next_field(fields)) {
        uint32_t value;
        int number;
        if (!split_pair(field, &text) || !parse_word32(text, &value))
            return false;
        number = register_number(field, 'r', 0, 14);
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
static bool read_exception(struct report *report, char *fields)
{
    struct backtrace *trace = &report->trace;
    struct backtrace_exception *last =
        trace->exceptions_count ? &trace->exceptions[trace->exceptions_count - 1] : NULL;
    struct backtrace_exception exception = {.valid = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR};
    const char *number = next_field(&fields);
    char *field = next_field(&fields);

    if (!number || !report_parse_decimal(number, &exception.frame) || !field)
        return false;
    if (strchr(field, '='))
        return !last || last->frame != exception.frame ||
               read_exception_registers(last, field, &fields);
    if (!copy_word(exception.vector, field) ||
        !parse_named(next_field(&fields), "pc", &exception.r[BOBBIN_PC]) ||
        !parse_named(next_field(&fields), "cpsr", &exception.cpsr) ||
        (last && exception.frame <= last->frame))
        return false;
    array_push(trace->exceptions, trace->exceptions_count, trace->exceptions_capacity, exception);
    return true;
}

/* "skip N" */
static bool read_skip(struct report *report, char *fields)
{
    const char *field = next_field(&fields);
    uint32_t count;

    if (!field || !report_parse_decimal(field, &count) ||
        count > UINT32_MAX - report->trace.skipped_after)
        return false;
    report->trace.skipped_after += count;
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
static bool read_stop(struct report *report, char *fields)
{
    struct backtrace *trace = &report->trace;
    const char *word = next_field(&fields);
    char *field;
    uint32_t frames = 0;

    if (!parse_named(next_field(&fields), "value", &trace->stop_value) ||
        !copy_word(trace->stop_word, word))
        return false;
    trace->stop = parse_stop(trace->stop_word);
    while ((field = next_field(&fields))) {
        const char *value;
        if (split_pair(field, &value) && strcmp(field, "frames") == 0 &&
            !report_parse_decimal(value, &frames))
            return false;
    }
    if (frames > next_frame_number(trace))
        trace->missing_after = (uint32_t)(frames - next_frame_number(trace));
    return true;
}

static struct report_memory *memory_at(struct report *report, uint32_t address)
{
    struct report_memory piece = {.address = address};
    size_t count = report->memory_count;

    if (count) {
        struct report_memory *last = &report->memory[count - 1];
        if (address == last->address + 4 * last->words_count)
            return last;
    }
    array_push(report->memory, report->memory_count, report->memory_capacity, piece);
    return &report->memory[count];
}

/* "stack ADDRESS W W ..."; "-" stands for a word that could not be read */
static bool read_stack(struct report *report, char *fields)
{
    const char *field = next_field(&fields);
    uint32_t address;

    if (!parse_word32(field, &address))
        return false;
    for (; (field = next_field(&fields)); address += 4) {
        struct report_memory *piece;
        uint32_t word;
        if (address > UINT32_MAX - 4)
            return false;
        if (strcmp(field, "-") == 0)
            continue;
        if (!parse_word32(field, &word))
            return false;
        piece = memory_at(report, address);
        array_push(piece->words, piece->words_count, piece->words_capacity, word);
    }
    return true;
}

/* "note : TEXT" */
static bool read_note(struct report *report, char *fields)
{
    char *note = must_strdup(split_text(fields));

    array_push(report->notes, report->notes_count, report->notes_capacity, note);
    return true;
}

bool report_record_read(struct report *report, const struct report_line *line)
{
    static const struct {
        const char *type;
        bool (*read)(struct report *report, char *fields);
    } records[] = {
        {REPORT_TYPE_REPORT, read_report}, {REPORT_TYPE_IMAGE, read_image},
        {REPORT_TYPE_CAUSE, read_cause},   {REPORT_TYPE_STATUS, read_status},
        {REPORT_TYPE_REGS, read_regs},     {REPORT_TYPE_DREGS, read_dregs},
        {REPORT_TYPE_FRAME, read_frame},   {REPORT_TYPE_SKIP, read_skip},
        {REPORT_TYPE_STOP, read_stop},     {REPORT_TYPE_STACK, read_stack},
        {REPORT_TYPE_NOTE, read_note},     {REPORT_TYPE_EXCEPTION, read_exception},
    };

    for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
        if (strcmp(line->type, records[i].type) == 0)
            return records[i].read(report, line->fields);
    return true;
}
