/* SPDX-License-Identifier: MIT */
#include "report/report_group.h"

#include <stdlib.h>
#include <string.h>

#include "report/report_fields.h"
#include "util/hash_index.h"
#include "util/memory.h"

/* ---- groups ---------------------------------------------------------------------------------- */

static struct report_group **bucket_of(struct report_groups *groups, const char *token)
{
    return &groups->buckets[hash_text(0, token) % REPORT_GROUPS_BUCKETS];
}

struct report_group *report_groups_find(struct report_groups *groups, const char *token)
{
    struct report_group *group = *bucket_of(groups, token);

    while (group && strcmp(group->token, token) != 0)
        group = group->next;
    return group;
}

static struct report_group_list *list_of(struct report_groups *groups,
                                         const struct report_group *group)
{
    return group->done ? &groups->done : &groups->open;
}

static void append(struct report_groups *groups, struct report_group *group)
{
    struct report_group_list *list = list_of(groups, group);

    group->older = list->newest;
    group->newer = NULL;
    *(list->newest ? &list->newest->newer : &list->oldest) = group;
    list->newest = group;
    list->count++;
}

static void unlink_group(struct report_groups *groups, struct report_group *group)
{
    struct report_group_list *list = list_of(groups, group);

    *(group->older ? &group->older->newer : &list->oldest) = group->newer;
    *(group->newer ? &group->newer->older : &list->newest) = group->older;
    list->count--;
}

static size_t bytes_of(const struct report_group *group)
{
    return sizeof(*group) + group->text_capacity + group->lines_capacity * sizeof(group->lines[0]);
}

struct report_group *report_groups_add(struct report_groups *groups, const char *token)
{
    struct report_group **bucket = bucket_of(groups, token);
    struct report_group *group = must_realloc(NULL, 1, sizeof(*group));

    *group = (struct report_group){.next = *bucket};
    strncpy(group->token, token, sizeof(group->token) - 1);
    *bucket = group;
    append(groups, group);
    groups->bytes += bytes_of(group);
    return group;
}

void report_groups_remove(struct report_groups *groups, struct report_group *group)
{
    struct report_group **at = bucket_of(groups, group->token);

    while (*at != group)
        at = &(*at)->next;
    *at = group->next;
    unlink_group(groups, group);
    groups->bytes -= bytes_of(group);
    free(group->lines);
    free(group->text);
    free(group);
}

void report_groups_set_done(struct report_groups *groups, struct report_group *group)
{
    unlink_group(groups, group);
    group->done = true;
    append(groups, group);
}

struct report_group *report_groups_surplus(struct report_groups *groups)
{
    if (groups->bytes <= REPORT_GROUPS_BYTES_MAX)
        return NULL;
    return groups->done.oldest ? groups->done.oldest : groups->open.oldest;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static size_t index_of(const struct report_group *group, uint32_t sequence)
{
    return array_lower_bound(group->lines, group->lines_count, sequence, sequence);
}

struct report_group_line *report_group_line_at(const struct report_group *group, uint32_t sequence)
{
    size_t i = index_of(group, sequence);

    return i < group->lines_count && group->lines[i].sequence == sequence ? &group->lines[i] : NULL;
}

static size_t add_text(struct report_group *group, const char *text)
{
    size_t size = strlen(text) + 1, at = group->text_size;

    if (at + size > group->text_capacity) {
        group->text_capacity = 2 * (at + size);
        group->text = must_realloc(group->text, group->text_capacity, 1);
    }
    memcpy(group->text + at, text, size);
    group->text_size += size;
    return at;
}

static void insert(struct report_group *group, const struct report_group_line *line)
{
    size_t at = index_of(group, line->sequence), after = group->lines_count - at;

    array_push(group->lines, group->lines_count, group->lines_capacity, *line);
    memmove(&group->lines[at + 1], &group->lines[at], after * sizeof(*line));
    group->lines[at] = *line;
}

/* "end LINES" */
static void note_end(struct report_group *group, uint32_t sequence, const char *fields)
{
    char digits[32] = {0};
    uint32_t lines;

    strncpy(digits, fields, sizeof(digits) - 1);
    if (!report_parse_count(digits, "lines", &lines) || lines != (uint64_t)sequence + 1)
        return;
    group->ends = true;
    group->end = sequence;
}

uint32_t report_lines_of(const char *type, const char *fields)
{
    uint32_t count;

    return strcmp(type, REPORT_TYPE_OMITTED) == 0 && report_parse_decimal(fields, &count) && count
               ? count
               : 1;
}

static void add_line(struct report_groups *groups, struct report_group *group,
                     const struct report_group_line *line, const char *type, const char *fields)
{
    struct report_group_line added = *line;
    size_t bytes = bytes_of(group);

    added.type = add_text(group, type);
    added.fields = add_text(group, fields);
    insert(group, &added);
    if (strcmp(type, REPORT_TYPE_END) == 0)
        note_end(group, line->sequence, fields);
    groups->bytes += bytes_of(group) - bytes;
}

void report_groups_add_line(struct report_groups *groups, struct report_group *group,
                            const struct report_line *line)
{
    struct report_group_line added = {
        .sequence = line->sequence,
        .crc = line->crc,
        .stands_for = report_lines_of(line->type, line->fields),
        .continued = line->continued,
        .log_line = line->log_line,
    };

    if (group->lines_count == 0)
        memcpy(group->before, line->before, sizeof(group->before));
    add_line(groups, group, &added, line->type, line->fields);
    if (!group->done && groups->open.newest != group) {
        unlink_group(groups, group);
        append(groups, group);
    }
}

void report_groups_copy_again(struct report_groups *groups, struct report_group *group,
                              const struct report_group *from)
{
    for (size_t i = 0; i < from->lines_count; i++)
        if (from->lines[i].again)
            add_line(groups, group, &from->lines[i], from->text + from->lines[i].type,
                     from->text + from->lines[i].fields);
}

/* Whether no line up to the end is missing. */
static bool has_all_lines(const struct report_group *group)
{
    uint64_t next = 0;

    for (size_t i = 0; i < group->lines_count && group->lines[i].sequence <= next; i++) {
        uint64_t after = (uint64_t)group->lines[i].sequence + group->lines[i].stands_for;
        next = after > next ? after : next;
    }
    return next == (uint64_t)group->end + 1;
}

bool report_group_is_complete(const struct report_group *group)
{
    return group->ends && group->lines[group->lines_count - 1].sequence == group->end &&
           (group->lines_count == (uint64_t)group->end + 1 || has_all_lines(group));
}
