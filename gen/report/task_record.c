/* SPDX-License-Identifier: MIT */
#include "report/task_record.h"

#include <stdlib.h>
#include <string.h>

#include "report/log_scanner.h"
#include "report/report_fields.h"
#include "report/thread_record.h"
#include "util/memory.h"
#include <bobbin/report.h>

/* ---- the lines of tasks and processors ------------------------------------------------------- */

/* Stores a register of a cpu line. */
static bool read_register(struct report_thread *thread, const char *name, uint32_t value)
{
    unsigned number = strcmp(name, "pc") == 0 ? BOBBIN_PC : BOBBIN_SP;

    if (strcmp(name, "cpsr") == 0) {
        thread->cpsr = value;
        thread->valid |= BOBBIN_VALID_CPSR;
    } else if (strcmp(name, "pc") == 0 || strcmp(name, "sp") == 0) {
        thread->r[number] = value;
        thread->valid |= BOBBIN_VALID_R(number);
    }
    return true;
}

/* "id=H", "cpu=N", ...; fields that this version of bobbin does not know are ignored. */
static bool read_field(struct report_thread *thread, char *field)
{
    const struct {
        const char *name;
        uint32_t *value, known;
    } fields[] = {
        {"id", &thread->id, REPORT_KNOWS_ID},
        {"low", &thread->stack_low, REPORT_KNOWS_LOW},
        {"high", &thread->stack_high, REPORT_KNOWS_HIGH},
        {"used", &thread->stack_used, REPORT_KNOWS_USED},
    };
    const char *text;
    uint32_t value;

    if (!report_split_pair(field, &text))
        return false;
    if (strcmp(field, "cpu") == 0) {
        thread->known |= REPORT_KNOWS_PROCESSOR;
        return report_parse_decimal(text, &thread->processor);
    }
    if (!report_parse_word32(text, &value))
        return false;
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (strcmp(field, fields[i].name) != 0)
            continue;
        *fields[i].value = value;
        thread->known |= fields[i].known;
    }
    return read_register(thread, field, value);
}

static bool read_fields(struct report_thread *thread, char *fields)
{
    char *field;

    while ((field = report_next_field(&fields)))
        if (!read_field(thread, field))
            return false;
    return true;
}

static struct report_thread *add_thread(struct report *report, enum report_role role)
{
    struct report_thread thread = {.role = role,
                                   .trace = {.stop = BOBBIN_STOPS, .stop_word = "unknown"}};

    report->threads_lines_missing = 0;
    array_push(report->threads, report->threads_count, report->threads_capacity, thread);
    return &report->threads[report->threads_count - 1];
}

/* "N WORD id=H ..." */
static bool read_thread(struct report_thread *thread, char *fields)
{
    const char *number = report_next_field(&fields);

    return number && report_parse_decimal(number, &thread->number) &&
           report_copy_word(thread->state, report_next_field(&fields)) &&
           read_fields(thread, fields);
}

/* If the line is invalid, the lines after it belong to a nameless thread. */
static bool read_first_line(struct report_thread *thread, char *fields)
{
    if (read_thread(thread, fields))
        return true;
    thread->role = REPORT_NAMELESS;
    thread->state[0] = '\0';
    thread->known = thread->valid = 0;
    return false;
}

bool task_record_running(struct report *report, char *fields)
{
    const char *name = report_split_text(fields);

    if (!read_fields(&report->crashed, fields))
        return false;
    report_replace_text(&report->crashed.name, name);
    return true;
}

bool task_record_processor(struct report *report, char *fields)
{
    struct report_thread *thread = add_thread(report, REPORT_PROCESSOR);
    const char *text = report_split_text(fields);

    if (!read_first_line(thread, fields))
        return false;
    report_replace_text(&thread->text, text);
    return true;
}

bool task_record_task(struct report *report, char *fields)
{
    struct report_thread *thread = add_thread(report, REPORT_TASK);
    const char *name = report_split_text(fields);

    if (!read_first_line(thread, fields))
        return false;
    report_replace_text(&thread->name, name);
    if (thread->known & REPORT_KNOWS_PROCESSOR)
        thread->role = REPORT_RUNNING;
    return true;
}

/* "tasks WORD count=N" */
bool task_record_tasks(struct report *report, char *fields)
{
    const char *word = report_next_field(&fields);
    char *field = report_next_field(&fields);
    const char *count;

    return report_split_pair(field, &count) && strcmp(field, "count") == 0 &&
           report_parse_decimal(count, &report->tasks_count) &&
           report_copy_word(report->tasks_end, word);
}

/* ---- the lines of their traces --------------------------------------------------------------- */

/* The number of the frame or exception line with FIELDS. */
static bool frame_number(const char *fields, uint32_t *number)
{
    char digits[16] = {0};
    size_t length = strcspn(fields, " ");

    if (length >= sizeof(digits))
        return false;
    memcpy(digits, fields, length);
    return report_parse_decimal(digits, number);
}

/* Whether "stop WORD VALUE FRAMES" has no frames, or no number of frames. */
static bool stops_without_frames(const char *fields)
{
    const char *number = strrchr(fields, ' ');

    if (!number)
        return true;
    number += strncmp(number, " frames=", 8) == 0 ? 8 : 1;
    return strcmp(number, "0") == 0;
}

/*
 * Whether a line that comes after one missing line belongs to THREAD. If another task's first line
 * is the missing one, then this line is the first one of its trace: registers, frame 0, or the stop
 * of a trace without frames.
 */
static bool continues_after_one(const struct report_thread *thread, const char *type,
                                const char *fields)
{
    size_t count = thread->trace.frames_count;
    uint32_t last = count ? thread->trace.frames[count - 1].number : 0, number;

    if (strcmp(type, REPORT_TYPE_SKIP) == 0)
        return true;
    if (strcmp(type, REPORT_TYPE_STOP) == 0)
        return !stops_without_frames(fields);
    if (strcmp(type, REPORT_TYPE_FRAME) == 0 || strcmp(type, REPORT_TYPE_EXCEPTION) == 0)
        return frame_number(fields, &number) && number > last;
    return false;
}

static bool continues(const struct report *report, const char *type, const char *fields)
{
    const struct report_thread *last = &report->threads[report->threads_count - 1];

    /* A trace ends with its stop line, and a task that runs has no trace. */
    if (strcmp(last->trace.stop_word, "unknown") != 0 || last->role == REPORT_RUNNING)
        return false;
    return report->threads_lines_missing == 0 ||
           (report->threads_lines_missing == 1 && continues_after_one(last, type, fields));
}

bool task_record_other(struct report *report, const char *type, char *fields)
{
    struct report_thread *thread;

    if (!thread_record_knows(type))
        return true;
    if (report->threads_count && continues(report, type, fields))
        thread = &report->threads[report->threads_count - 1];
    else
        thread = add_thread(report, REPORT_NAMELESS);
    report->threads_lines_missing = 0;
    return thread_record_read(thread, type, fields);
}

/* ---- after the last line --------------------------------------------------------------------- */

/* The trace of the processor that runs TASK, or NULL. */
static struct report_thread *processor_of(struct report *report, const struct report_thread *task)
{
    if (report->crashed.known & task->known & REPORT_KNOWS_PROCESSOR &&
        report->crashed.processor == task->processor)
        return &report->crashed;
    for (size_t i = 0; i < report->threads_count; i++)
        if (report->threads[i].role == REPORT_PROCESSOR &&
            report->threads[i].number == task->processor)
            return &report->threads[i];
    return NULL;
}

void task_record_finish(struct report *report)
{
    for (size_t i = 0; i < report->threads_count; i++) {
        const struct report_thread *task = &report->threads[i];
        struct report_thread *processor =
            task->role == REPORT_RUNNING ? processor_of(report, task) : NULL;
        if (processor)
            processor->running = task;
    }
}
