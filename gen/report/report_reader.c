/* SPDX-License-Identifier: MIT */
/* Reads all crash reports of a log: finds the report of each line, and hands reports over. */
#include "report/report_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/record_collect.h"
#include "record/record_input.h"
#include "record/record_text.h"
#include "report/report_build.h"
#include "report/report_group.h"
#include "report/report_warner.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/unpacked_file.h"
#include <bobbin/capture_format.h>

struct reader {
    struct report_log *log; /* its reports only if VISIT is NULL */
    report_visit visit;
    void *context;
    bool live; /* lines come in their order */
    struct report_warner warner;
    struct report_groups groups;
    struct record_collector records;
    const char *origin; /* what is known of the record whose lines are read; NULL: no record */
};

/* ---- reports --------------------------------------------------------------------------------- */

/* Builds the report of GROUP and hands it over. */
static void deliver(struct reader *reader, struct report_group *group)
{
    struct report report;

    report_build(&report, group, &reader->warner);
    if (reader->origin)
        array_push(report.notes, report.notes_count, report.notes_capacity,
                   must_strdup(reader->origin));
    group->index = reader->log->count;
    report_groups_set_done(&reader->groups, group);
    if (!reader->visit) {
        array_push(reader->log->reports, reader->log->count, reader->log->capacity, report);
        return;
    }
    reader->visit(reader->context, &report);
    report_free(&report);
}

static void remove_group(struct reader *reader, struct report_group *group)
{
    if (!group->done)
        deliver(reader, group);
    report_groups_remove(&reader->groups, group);
}

static void remove_surplus(struct reader *reader)
{
    struct report_group *group;

    if (reader->groups.open.count > REPORT_GROUPS_OPEN_MAX)
        deliver(reader, reader->groups.open.oldest);
    while ((group = report_groups_surplus(&reader->groups)))
        remove_group(reader, group);
}

/* ---- which report ---------------------------------------------------------------------------- */

static void take_repeated(struct reader *reader, struct report_group *group,
                          struct report_group_line *line)
{
    if (line)
        line->again = true;
    group->lines_repeated++;
    if (group->done && !reader->visit)
        reader->log->reports[group->index].lines_repeated++;
}

/*
 * The report of a line of grammar 1, which has no token: the same as before, or a new one if the
 * number of LINE is too low. NULL: the line was read before, for example because two sinks write to
 * the log, or comes too late.
 */
static struct report_group *group_by_order(struct reader *reader, const struct report_line *line)
{
    struct report_group *group = report_groups_find(&reader->groups, "");
    uint64_t next = group && group->lines_count
                        ? (uint64_t)group->lines[group->lines_count - 1].sequence + 1
                        : 0;
    struct report_group_line *seen = group ? report_group_line_at(group, line->sequence) : NULL;

    if (line->sequence < next && (line->sequence > 0 || next == 1) &&
        (!seen || seen->crc == line->crc)) {
        take_repeated(reader, group, seen);
        return NULL;
    }
    if (group && !group->done && line->sequence >= next)
        return group;
    if (group)
        remove_group(reader, group);
    return report_groups_add(&reader->groups, "");
}

/* Two reports have the same token: the device had nothing to tell them apart by. */
static struct report_group *split_group(struct reader *reader, struct report_group *group,
                                        const struct report_line *line)
{
    static const char doubt[] = "another report has the same token";
    struct report_group *added;

    report_warn(&reader->warner, line->log_line,
                "line %u of report %s differs from that of a report with the same token",
                line->sequence, line->token);
    group->doubt = doubt;
    if (!group->done)
        deliver(reader, group);
    else if (!reader->visit && !report_group_is_complete(group))
        reader->log->reports[group->index].doubt = doubt;
    added = report_groups_add(&reader->groups, line->token);
    added->doubt = doubt;
    report_groups_copy_again(&reader->groups, added, group);
    return added;
}

/* Whether a record has only "omitted" where the report had the other line. */
static bool is_omitted(const struct report_group_line *seen, const struct report_line *line)
{
    return seen->stands_for > 1 || strcmp(line->type, REPORT_TYPE_OMITTED) == 0;
}

/* The report of a line with a token. NULL: the line was read before, or comes too late. */
static struct report_group *group_by_token(struct reader *reader, const struct report_line *line)
{
    struct report_group *group = report_groups_find(&reader->groups, line->token);
    struct report_group_line *seen = group ? report_group_line_at(group, line->sequence) : NULL;

    if (!group)
        return report_groups_add(&reader->groups, line->token);
    if (seen && (seen->crc == line->crc || is_omitted(seen, line))) {
        if (seen->stands_for == 1)
            seen->stands_for = report_lines_of(line->type, line->fields);
        take_repeated(reader, group, seen);
        return NULL;
    }
    if (seen)
        return split_group(reader, group, line);
    if (!group->done)
        return group;
    report_warn(&reader->warner, line->log_line, "line %u of report %s comes too late",
                line->sequence, line->token);
    return NULL;
}

static void handle_line(struct reader *reader, const struct report_line *line)
{
    struct report_group *group =
        line->token[0] ? group_by_token(reader, line) : group_by_order(reader, line);

    if (!group)
        return;
    report_groups_add_line(&reader->groups, group, line);
    if (report_group_is_complete(group) ||
        ((reader->live || !line->token[0]) && strcmp(line->type, REPORT_TYPE_END) == 0))
        deliver(reader, group);
    remove_surplus(reader);
}

static void handle_damaged(struct reader *reader, const struct report_line *line)
{
    struct report_group *group = report_groups_find(&reader->groups, line->token);

    report_warn(&reader->warner, line->log_line, "the line is damaged: its checksum is wrong");
    if (group && !group->done)
        group->lines_damaged++;
    else if (!group || !line->token[0])
        reader->log->lines_damaged++;
}

/* ---- records --------------------------------------------------------------------------------- */

/* Takes the lines of the record VIEW, which is in line LOG_LINE of the log. */
static void handle_record(struct reader *reader, const struct record_view *view,
                          unsigned long log_line)
{
    char origin[RECORD_ORIGIN_BYTES], token[REPORT_TOKEN_MAX + 1] = "";
    struct buffer text = {0};
    struct report_scanner scanner;
    struct report_line line;
    struct report_group *group;
    FILE *in;

    if (!record_text(&text, view))
        report_warn(&reader->warner, log_line,
                    "the record has invalid bytes after its first lines");
    in = text.size ? fmemopen(text.bytes, text.size, "r") : NULL;
    if (in) {
        reader->origin = record_origin(origin, view);
        report_scanner_init(&scanner, in);
        while (report_scanner_next(&scanner, &line) == REPORT_SCAN_LINE) {
            line.log_line = log_line;
            memcpy(token, line.token, sizeof(token));
            handle_line(reader, &line);
        }
        fclose(in);
        group = report_groups_find(&reader->groups, token);
        if (group && !group->done)
            deliver(reader, group);
        reader->origin = NULL;
    }
    free(text.bytes);
}

/* "record OFFSET BASE64" */
static void handle_record_line(struct reader *reader, const struct report_line *line)
{
    struct record_view view;

    switch (record_collect(&reader->records, line->token, line->fields, line->log_line, &view)) {
    case RECORD_COLLECTED_RECORD:
        handle_record(reader, &view, line->log_line);
        break;
    case RECORD_COLLECTED_ODD:
        report_warn(&reader->warner, line->log_line, "the fields of this \"%s\" line are invalid",
                    line->type);
        reader->log->lines_damaged++;
        break;
    case RECORD_COLLECTED_LINE:
    case RECORD_COLLECTED_REPEATED:
        break;
    }
}

static void warn_incomplete_records(struct reader *reader)
{
    const struct collected_record *record;
    uint32_t missing;

    while ((record = record_collect_rest(&reader->records, &missing))) {
        reader->log->lines_damaged++;
        if (missing)
            report_warn(&reader->warner, record->log_line,
                        "%u bytes of the record that starts here are missing", missing);
        else
            report_warn(&reader->warner, record->log_line,
                        "the record that starts here is not complete, or damaged");
    }
}

/* Takes the records of IN that are no lines of a log. Returns true if IN has some. */
static bool handle_record_file(struct reader *reader, FILE *in)
{
    struct found_records found = {0};
    bool any;

    if (fseeko(in, 0, SEEK_CUR) != 0 || !record_input_find(&found, in))
        return false;
    for (size_t i = 0; i < found.count; i++) {
        struct record_view view;
        if (record_open(&view, found.items[i].bytes, found.items[i].size_bytes) == RECORD_OK)
            handle_record(reader, &view, (unsigned long)i + 1);
    }
    if (found.damaged)
        diag_error(reader->warner.path, "the record at byte %llu is damaged",
                   (unsigned long long)found.damaged_offset);
    if (found.too_new)
        diag_error(reader->warner.path, "there is a record of a later version; use a newer bobbin");
    reader->log->lines_damaged += (uint32_t)(found.damaged + found.too_new);
    any = found.count > 0;
    free(found.items);
    return any;
}

/* ---- logs ------------------------------------------------------------------------------------ */

/* Captures have numbers of their own. */
static bool is_of_report(const struct report_line *line)
{
    return strcmp(line->type, PROFILE_LINE_TYPE) != 0 &&
           strcmp(line->type, PROFILE_LINE_TYPE_1) != 0;
}

static void finish(struct reader *reader)
{
    while (reader->groups.open.oldest)
        deliver(reader, reader->groups.open.oldest);
    while (reader->groups.done.oldest)
        report_groups_remove(&reader->groups, reader->groups.done.oldest);
}

/* Reads all lines of IN. READER has the log, the path and the visitor. */
static int read_lines(struct reader *reader, FILE *in)
{
    struct report_scanner scanner;
    struct report_line line;
    enum report_scan found;

    report_scanner_init(&scanner, in);
    while ((found = report_scanner_next(&scanner, &line)) < REPORT_SCAN_END) {
        if (found == REPORT_SCAN_DAMAGED)
            handle_damaged(reader, &line);
        else if (strcmp(line.type, REPORT_TYPE_RECORD) == 0)
            handle_record_line(reader, &line);
        else if (is_of_report(&line))
            handle_line(reader, &line);
    }
    warn_incomplete_records(reader);
    finish(reader);
    return found == REPORT_SCAN_END
               ? STATUS_GOOD
               : diag_error(reader->warner.path, "cannot read: %s", strerror(errno));
}

/* The same for a file, which may have records that are no lines. KIND: of struct report_log. */
static int read_file(struct reader *reader, FILE *in, const char **kind)
{
    struct unpacked_file file;
    struct buffer log = {0};
    FILE *dumped = NULL;
    int status;

    *kind = NULL;
    if (handle_record_file(reader, in)) {
        finish(reader);
        return STATUS_GOOD;
    }
    if (record_input_log(in, &log))
        dumped = fmemopen(log.bytes, log.size, "r");
    unpacked_file_open(&file, dumped ? dumped : in, reader->warner.path);
    status = read_lines(reader, file.text);
    unpacked_file_close(&file);
    if (dumped)
        fclose(dumped);
    free(log.bytes);
    *kind = file.kind;
    return status;
}

static int compare_log_lines(const void *left, const void *right)
{
    const struct report *a = left, *b = right;

    return (a->log_line > b->log_line) - (a->log_line < b->log_line);
}

int report_log_read(struct report_log *log, FILE *in, const char *path)
{
    struct reader *reader = must_realloc(NULL, 1, sizeof(*reader));
    int status;

    *reader = (struct reader){.log = log, .warner = {.path = path}};
    memset(log, 0, sizeof(*log));
    status = read_file(reader, in, &log->kind);
    free(reader);
    if (status != STATUS_GOOD)
        report_log_free(log);
    if (log->count)
        qsort(log->reports, log->count, sizeof(log->reports[0]), compare_log_lines);
    return status;
}

static int visit_log(FILE *in, const char *path, bool live, report_visit visit, void *context,
                     struct report_log_rest *rest)
{
    struct report_log log = {0};
    struct reader *reader = must_realloc(NULL, 1, sizeof(*reader));
    int status;

    *reader = (struct reader){
        .log = &log, .warner = {.path = path}, .live = live, .visit = visit, .context = context};
    *rest = (struct report_log_rest){.kind = NULL};
    status = live ? read_lines(reader, in) : read_file(reader, in, &rest->kind);
    free(reader);
    rest->lines_damaged = log.lines_damaged;
    return status;
}

int report_log_visit(FILE *in, const char *path, report_visit visit, void *context,
                     struct report_log_rest *rest)
{
    return visit_log(in, path, false, visit, context, rest);
}

int report_log_follow(FILE *in, const char *path, report_visit visit, void *context,
                      struct report_log_rest *rest)
{
    return visit_log(in, path, true, visit, context, rest);
}

void report_log_free(struct report_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        report_free(&log->reports[i]);
    free(log->reports);
    memset(log, 0, sizeof(*log));
}
