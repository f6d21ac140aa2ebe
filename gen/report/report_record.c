/* SPDX-License-Identifier: MIT */
/* Parses the fields of each type of report line and stores them in the report. */
#include "report/report_record.h"

#include <stdlib.h>
#include <string.h>

#include "report/report_fields.h"
#include "report/task_record.h"
#include "report/thread_record.h"
#include "util/memory.h"

/* "device=DEVICE"; other fields are of later versions. */
static void read_report_field(struct report *report, char *field)
{
    const char *value;

    if (report_split_pair(field, &value) && strcmp(field, "device") == 0)
        report_replace_text(&report->device, value);
}

/* "report 2.0 NAME device=DEVICE" */
static bool read_report(struct report *report, char *fields)
{
    const char *version = report_next_field(&fields);
    const char *name = report_next_field(&fields);
    uint32_t major_expected = report->token[0] ? REPORT_VERSION_MAJOR : 1;
    char *field;
    uint32_t major;
    char digits[REPORT_WORD_MAX] = {0};
    size_t length = version ? strcspn(version, ".") : 0;

    if (length == 0 || strlen(version) >= REPORT_WORD_MAX)
        return false;
    memcpy(digits, version, length);
    if (!report_parse_decimal(digits, &major))
        return false;
    memcpy(report->version, version, strlen(version) + 1);
    report->refused = major != major_expected;
    report_replace_text(&report->name, name ? name : "");
    while ((field = report_next_field(&fields)))
        read_report_field(report, field);
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

/* "image HEX", in grammar 1 "image build-id=HEX table=WORD" */
static bool read_image(struct report *report, char *fields)
{
    char *field = report_next_field(&fields);
    const char *value;

    if (report->token[0])
        return field && read_build_id(report, field);
    for (; field; field = report_next_field(&fields)) {
        if (!report_split_pair(field, &value))
            return false;
        if (strcmp(field, "build-id") == 0 && !read_build_id(report, value))
            return false;
        if (strcmp(field, "table") == 0 && !report_copy_word(report->table, value))
            return false;
    }
    return true;
}

static bool read_table(struct report *report, char *fields)
{
    return report_copy_word(report->table, report_next_field(&fields));
}

/* "cause WORD PC : TEXT" */
static bool read_cause(struct report *report, char *fields)
{
    const char *text = report_split_text(fields);

    if (!report_copy_word(report->cause, report_next_field(&fields)) ||
        !report_parse_named(report_next_field(&fields), "pc", &report->cause_pc))
        return false;
    report_replace_text(&report->cause_text, text);
    return true;
}

/* "status dfsr=H dfar=H" */
static bool read_status(struct report *report, char *fields)
{
    char *field;
    const char *value;

    while ((field = report_next_field(&fields))) {
        struct report_status status;
        if (!report_split_pair(field, &value) || !report_copy_word(status.name, field) ||
            !report_parse_word32(value, &status.value))
            return false;
        array_push(report->status, report->status_count, report->status_capacity, status);
    }
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
    const char *field = report_next_field(&fields);
    uint32_t address;

    if (!report_parse_word32(field, &address))
        return false;
    for (; (field = report_next_field(&fields)); address += 4) {
        struct report_memory *piece;
        uint32_t word;
        if (address > UINT32_MAX - 4)
            return false;
        if (strcmp(field, "-") == 0)
            continue;
        if (!report_parse_word32(field, &word))
            return false;
        piece = memory_at(report, address);
        array_push(piece->words, piece->words_count, piece->words_capacity, word);
    }
    return true;
}

/* "note : TEXT" */
static bool read_note(struct report *report, char *fields)
{
    char *note = must_strdup(report_split_text(fields));

    array_push(report->notes, report->notes_count, report->notes_capacity, note);
    return true;
}

bool report_record_read(struct report *report, const struct report_line *line)
{
    static const struct {
        const char *type;
        bool (*read)(struct report *report, char *fields);
    } records[] = {
        {REPORT_TYPE_REPORT, read_report},
        {REPORT_TYPE_IMAGE, read_image},
        {REPORT_TYPE_TABLE, read_table},
        {REPORT_TYPE_CAUSE, read_cause},
        {REPORT_TYPE_STATUS, read_status},
        {REPORT_TYPE_STACK, read_stack},
        {REPORT_TYPE_NOTE, read_note},
        {REPORT_TYPE_RUNNING, task_record_running},
        {REPORT_TYPE_CPU, task_record_processor},
        {REPORT_TYPE_TASK, task_record_task},
        {REPORT_TYPE_TASKS, task_record_tasks},
    };
    size_t other_length = strlen(REPORT_OTHER);

    for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
        if (strcmp(line->type, records[i].type) == 0)
            return records[i].read(report, line->fields);
    if (strncmp(line->type, REPORT_OTHER, other_length) == 0)
        return task_record_other(report, line->type + other_length, line->fields);
    return thread_record_read(&report->crashed, line->type, line->fields);
}
