/* SPDX-License-Identifier: MIT */
#include "report/report_build.h"

#include <stdlib.h>
#include <string.h>

#include "report/report_doubt.h"
#include "report/report_record.h"
#include "report/task_record.h"
#include "util/buffer.h"
#include "util/memory.h"

struct builder {
    const struct report_group *group;
    struct report *report;
    struct report_warner *warner;
    size_t at;              /* index of the current line */
    uint64_t next_sequence; /* number of the line expected next */
    uint32_t damaged;       /* damaged lines that explain no missing line yet */
    struct buffer fields;   /* of the current line and its continuations */
};

/* ---- missing lines --------------------------------------------------------------------------- */

static void count_missing(struct builder *builder, const struct report_group_line *line)
{
    struct report *report = builder->report;
    uint64_t next = builder->next_sequence, after = (uint64_t)line->sequence + line->stands_for;
    uint64_t missing = line->sequence > next ? line->sequence - next : 0;
    uint32_t explained = missing < builder->damaged ? (uint32_t)missing : builder->damaged;

    builder->next_sequence = after > next ? after : next;
    builder->damaged -= explained;
    report->lines_missing += (uint32_t)missing;
    report->threads_lines_missing += missing;
    if (missing > explained)
        report_warn(builder->warner, line->log_line,
                    "%u line%s of the report missing before report line %u",
                    (unsigned)(missing - explained), missing - explained == 1 ? "" : "s",
                    line->sequence);
}

/* ---- lines and their continuations ----------------------------------------------------------- */

static const char *type_of(const struct builder *builder, const struct report_group_line *line)
{
    return builder->group->text + line->type;
}

static void add_fields(struct builder *builder, const char *text)
{
    buffer_put(&builder->fields, text, strlen(text));
}

/* The line after the current one, or NULL if it did not arrive. */
static const struct report_group_line *next_of(const struct builder *builder)
{
    const struct report_group_line *line = &builder->group->lines[builder->at];

    return builder->at + 1 < builder->group->lines_count &&
                   line[1].sequence == (uint64_t)line->sequence + 1
               ? line + 1
               : NULL;
}

static bool continues(const struct builder *builder, const struct report_group_line *line)
{
    return line && strcmp(type_of(builder, line), REPORT_TYPE_MORE) == 0;
}

/*
 * Collects the fields of the current line and of its continuations. Returns false if the last
 * continuation is missing.
 */
static bool collect_fields(struct builder *builder)
{
    const struct report_group_line *line = &builder->group->lines[builder->at], *next;

    builder->fields.size = 0;
    add_fields(builder, builder->group->text + line->fields);
    while (next = next_of(builder), continues(builder, next)) {
        line = next;
        builder->at++;
        builder->next_sequence = (uint64_t)line->sequence + 1;
        add_fields(builder, builder->group->text + line->fields);
    }
    /* The next line shows that this one is whole, even if its mark was changed. */
    return !line->continued || next;
}

/* Only text for people may be cut off: a part of a number would be a wrong number. */
static bool keep_cut_text(struct builder *builder)
{
    buffer_u8(&builder->fields, '\0');
    if (!strstr((const char *)builder->fields.bytes, " : ") &&
        strncmp((const char *)builder->fields.bytes, ": ", 2) != 0)
        return false;
    builder->fields.size--;
    add_fields(builder, "...");
    return true;
}

static void read_line(struct builder *builder, const struct report_group_line *line)
{
    struct report *report = builder->report;
    struct report_line record = {.type = type_of(builder, line)};
    bool whole = collect_fields(builder);
    bool usable = whole || keep_cut_text(builder);

    buffer_u8(&builder->fields, '\0');
    record.fields = (char *)builder->fields.bytes;
    if (strcmp(record.type, REPORT_TYPE_MORE) == 0 || report->refused)
        return;
    if (!usable || !report_record_read(report, &record)) {
        report->lines_odd++;
        report_warn(builder->warner, line->log_line, "the fields of this \"%s\" line are %s",
                    record.type, whole ? "invalid" : "cut off");
    } else if (!whole) {
        report->lines_odd++;
    }
    if (report->refused)
        report_warn(builder->warner, line->log_line,
                    "the report has format %s, this bobbin reads " REPORT_VERSION
                    "; use a newer bobbin",
                    report->version);
}

/* ---- the report ------------------------------------------------------------------------------ */

static unsigned long first_log_line(const struct report_group *group)
{
    unsigned long first = group->lines_count ? group->lines[0].log_line : 0;

    for (size_t i = 1; i < group->lines_count; i++)
        if (group->lines[i].log_line < first)
            first = group->lines[i].log_line;
    return first;
}

static void begin(struct report *report, const struct report_group *group)
{
    *report = (struct report){
        .log_line = first_log_line(group),
        .name = must_strdup(""),
        .device = must_strdup(""),
        .cause_text = must_strdup(""),
        .crashed = {.trace = {.stop = BOBBIN_STOPS, .stop_word = "unknown"}},
        .lines_damaged = group->lines_damaged,
        .lines_repeated = group->lines_repeated,
        .doubt = group->doubt,
    };
    memcpy(report->token, group->token, sizeof(report->token));
    memcpy(report->before, group->before, sizeof(report->before));
}

void report_build(struct report *report, const struct report_group *group,
                  struct report_warner *warner)
{
    struct builder builder = {
        .group = group, .report = report, .warner = warner, .damaged = group->lines_damaged};

    begin(report, group);
    for (; builder.at < group->lines_count; builder.at++) {
        const struct report_group_line *line = &group->lines[builder.at];
        count_missing(&builder, line);
        if (strcmp(type_of(&builder, line), REPORT_TYPE_END) == 0)
            report->ended = report->refused || group->ends;
        else if (strcmp(type_of(&builder, line), REPORT_TYPE_OMITTED) != 0)
            read_line(&builder, line);
    }
    free(builder.fields.bytes);
    task_record_finish(report);
    if (!report->ended && !report->refused)
        report_warn(warner, report->log_line, "the report that starts here has no end");
    if (!report->doubt && !report->refused)
        report->doubt = report_doubt(report);
}
