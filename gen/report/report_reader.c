/* SPDX-License-Identifier: MIT */
/*
 * Reads all crash reports of a log: sorts lines into reports, and counts missing, damaged and
 * repeated lines.
 */
#include "report/report_reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_record.h"
#include "report/task_record.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/capture_format.h>

/* Limit of warnings, so that a log full of garbage does not flood the terminal. */
#define WARNINGS_MAX 20

/* A line of the current report that was already read. */
struct seen_line {
    uint32_t sequence, crc;
};

struct reader {
    struct report_log *log;
    report_visit visit; /* NULL: all reports stay in LOG; else LOG has only the last one */
    void *context;
    const char *path;
    unsigned warnings;

    bool open;              /* the last report of the log has not ended */
    uint64_t next_sequence; /* number of the line expected next */
    uint32_t damaged;       /* damaged lines since the last good one */
    /* lines of the current report, ascending; kept after its end to recognise repeated lines */
    struct seen_line *seen;
    size_t seen_count, seen_capacity;
};

__attribute__((format(printf, 3, 4))) static void
warn_line(struct reader *reader, unsigned long log_line, const char *format, ...)
{
    char text[256];
    va_list arguments;

    if (++reader->warnings == WARNINGS_MAX + 1)
        diag_note(NULL, "more errors of reports are not shown");
    if (reader->warnings > WARNINGS_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    diag_error(reader->path, "line %lu: %s", log_line, text);
}

/* The report that is being read, or the last one. At least one must exist. */
static struct report *current(const struct reader *reader)
{
    return &reader->log->reports[reader->log->count - 1];
}

static void free_thread(struct report_thread *thread)
{
    free(thread->text);
    free(thread->name);
    backtrace_free(&thread->trace);
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->memory_count; i++)
        free(report->memory[i].words);
    for (size_t i = 0; i < report->notes_count; i++)
        free(report->notes[i]);
    for (size_t i = 0; i < report->threads_count; i++)
        free_thread(&report->threads[i]);
    free_thread(&report->crashed);
    free(report->threads);
    free(report->name);
    free(report->cause_text);
    free(report->status);
    free(report->memory);
    free(report->notes);
}

/* Frees all reports. LOG keeps its array and its counts. */
static void free_reports(struct report_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        report_free(&log->reports[i]);
    log->count = 0;
}

static void close_report(struct reader *reader, unsigned long log_line)
{
    struct report *report;

    if (!reader->open)
        return;
    report = current(reader);
    reader->open = false;
    task_record_finish(report);
    if (!report->ended && !report->refused)
        warn_line(reader, log_line, "the report that starts in line %lu has no end",
                  report->log_line);
    if (reader->visit)
        reader->visit(reader->context, report);
}

static void open_report(struct reader *reader, const struct report_line *line)
{
    struct report report = {
        .log_line = line->log_line,
        .name = must_strdup(""),
        .cause_text = must_strdup(""),
        .crashed = {.trace = {.stop = BOBBIN_STOPS, .stop_word = "unknown"}},
    };

    close_report(reader, line->log_line);
    if (reader->visit)
        free_reports(reader->log);
    array_push(reader->log->reports, reader->log->count, reader->log->capacity, report);
    reader->open = true;
    reader->next_sequence = 0;
    reader->seen_count = 0;
}

static const struct seen_line *find_seen(const struct reader *reader, uint32_t sequence)
{
    size_t i = array_lower_bound(reader->seen, reader->seen_count, sequence, sequence);

    return i < reader->seen_count && reader->seen[i].sequence == sequence ? &reader->seen[i] : NULL;
}

/*
 * Whether this line was read before, for example because two sinks write to the log, or comes too
 * late.
 */
static bool is_repeated(const struct reader *reader, const struct report_line *line)
{
    const struct seen_line *seen = find_seen(reader, line->sequence);

    if (reader->log->count == 0 || line->sequence >= reader->next_sequence)
        return false;
    if (line->sequence == 0 && reader->next_sequence > 1)
        return false;
    return !seen || seen->crc == line->crc;
}

/*
 * Whether LINE, which is no repeated line, begins a new report: no report is open, or the number of
 * LINE is lower than expected.
 */
static bool starts_report(const struct reader *reader, const struct report_line *line)
{
    return !reader->open || line->sequence < reader->next_sequence;
}

static void count_missing(struct reader *reader, const struct report_line *line)
{
    struct report *report = current(reader);
    uint64_t missing = line->sequence - reader->next_sequence;
    uint32_t explained = missing < reader->damaged ? (uint32_t)missing : reader->damaged;

    report->lines_missing += (uint32_t)missing;
    report->threads_lines_missing += missing;
    if (missing > explained)
        warn_line(reader, line->log_line, "%u line%s of the report missing before report line %u",
                  (unsigned)(missing - explained), missing - explained == 1 ? "" : "s",
                  line->sequence);
}

/* "end lines=N" */
static bool end_agrees(const struct report_line *line)
{
    static const char key[] = "lines=";
    uint32_t lines;

    return strncmp(line->fields, key, sizeof(key) - 1) == 0 &&
           report_parse_decimal(line->fields + sizeof(key) - 1, &lines) &&
           lines == (uint64_t)line->sequence + 1;
}

static void handle_record(struct reader *reader, const struct report_line *line)
{
    struct report *report = current(reader);
    bool is_end = strcmp(line->type, REPORT_TYPE_END) == 0;

    if (is_end) {
        report->ended = report->refused || end_agrees(line);
    } else if (!report->refused && !report_record_read(report, line)) {
        report->lines_odd++;
        warn_line(reader, line->log_line, "the fields of this \"%s\" line are invalid", line->type);
    }
    if (report->refused && line->sequence == 0)
        warn_line(reader, line->log_line,
                  "the report has format %s, this bobbin reads " REPORT_VERSION
                  "; use a newer bobbin",
                  report->version);
    if (is_end)
        close_report(reader, line->log_line);
}

static void handle_line(struct reader *reader, const struct report_line *line)
{
    struct seen_line seen = {line->sequence, line->crc};

    if (is_repeated(reader, line)) {
        current(reader)->lines_repeated++;
        return;
    }
    if (starts_report(reader, line))
        open_report(reader, line);
    count_missing(reader, line);
    array_push(reader->seen, reader->seen_count, reader->seen_capacity, seen);
    reader->next_sequence = (uint64_t)line->sequence + 1;
    reader->damaged = 0;
    handle_record(reader, line);
}

static void handle_damaged(struct reader *reader, unsigned long log_line)
{
    warn_line(reader, log_line, "the line is damaged: its checksum is wrong");
    reader->damaged++;
    if (reader->open)
        current(reader)->lines_damaged++;
    else
        reader->log->lines_damaged++;
}

/* Reads all lines of IN. READER has the log, the path and the visitor. */
static int read_lines(struct reader *reader, FILE *in)
{
    struct report_scanner scanner;
    struct report_line line;
    enum report_scan found;

    report_scanner_init(&scanner, in);
    while ((found = report_scanner_next(&scanner, &line)) < REPORT_SCAN_END) {
        if (found == REPORT_SCAN_LINE && strcmp(line.type, PROFILE_LINE_TYPE) == 0)
            continue; /* a line of a capture, with its own numbering */
        if (found == REPORT_SCAN_LINE)
            handle_line(reader, &line);
        else
            handle_damaged(reader, line.log_line);
    }
    close_report(reader, scanner.log_line);
    free(reader->seen);
    return found == REPORT_SCAN_END ? STATUS_GOOD
                                    : diag_error(reader->path, "cannot read: %s", strerror(errno));
}

int report_log_read(struct report_log *log, FILE *in, const char *path)
{
    struct reader reader = {.log = log, .path = path};
    int status;

    memset(log, 0, sizeof(*log));
    status = read_lines(&reader, in);
    if (status != STATUS_GOOD)
        report_log_free(log);
    return status;
}

int report_log_visit(FILE *in, const char *path, report_visit visit, void *context,
                     uint32_t *lines_damaged)
{
    struct report_log log = {0};
    struct reader reader = {.log = &log, .path = path, .visit = visit, .context = context};
    int status = read_lines(&reader, in);

    *lines_damaged = log.lines_damaged;
    report_log_free(&log);
    return status;
}

void report_log_free(struct report_log *log)
{
    free_reports(log);
    free(log->reports);
    memset(log, 0, sizeof(*log));
}
