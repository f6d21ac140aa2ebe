/* SPDX-License-Identifier: MIT */
#include "triage/triage.h"

#include <stdlib.h>
#include <string.h>

#include "report/log_time.h"
#include "report/signature.h"
#include "util/memory.h"

/* ---- one report ------------------------------------------------------------------------------ */

void triage_row_fill(struct triage_row *row, const struct report *report, struct named_image *image,
                     const char *log, char *signature, char *build_id)
{
    int64_t time_ms = 0;
    bool has_time = log_time_find(report->before, &time_ms);

    build_id[0] = '\0';
    if (report->build_id_size)
        build_id_text(report->build_id, report->build_id_size, build_id);
    *row = (struct triage_row){
        .place = {log, report->log_line, has_time, time_ms},
        .signature = signature_write(report, image, signature),
        .device = report->device[0] ? report->device : log,
        .token = report->token,
        .build_id = build_id,
        .name = report->name,
        .cause = report->cause,
        .cause_text = report->cause_text,
        .damaged = report_is_damaged(report),
    };
}

/* What makes a report the same: its token, device, build and signature. */
static uint64_t identity_of(const struct triage_row *row)
{
    uint64_t hash = hash_text(0, row->token);

    hash = hash_text(hash, row->device);
    hash = hash_text(hash, row->build_id);
    return hash_text(hash, row->signature);
}

/*
 * Remembers the report in the newer one of two sets. When that is full, it becomes the older one.
 * So the last REMEMBERED_MIN reports are always known.
 */
static bool is_repeated(struct triage *triage, const struct triage_row *row)
{
    uint64_t identity = identity_of(row);

    if (!row->token[0])
        return false;
    if (hash_set_has(&triage->previous, identity) ||
        !hash_set_add(&triage->newest, identity, SIZE_MAX))
        return true;
    if (triage->newest.used >= triage->remembered_min) {
        hash_set_free(&triage->previous);
        triage->previous = triage->newest;
        triage->newest = (struct hash_set){0};
    }
    return false;
}

/* ---- groups ---------------------------------------------------------------------------------- */

struct wanted {
    const struct triage_group *groups;
    const char *signature;
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;

    return strcmp(wanted->groups[number].signature, wanted->signature) == 0;
}

static uint64_t hash_of(const void *groups, uint32_t number)
{
    return hash_text(0, ((const struct triage_group *)groups)[number].signature);
}

static struct triage_group *group_of(struct triage *triage, const char *signature)
{
    struct wanted wanted = {triage->groups, signature};
    uint64_t hash = hash_text(0, signature);
    uint32_t found = hash_index_find(&triage->index, hash, is_wanted, &wanted);
    struct triage_group group = {0};

    if (found != HASH_INDEX_NONE)
        return &triage->groups[found];
    group.signature = must_strdup(signature);
    found = (uint32_t)triage->groups_count;
    array_push(triage->groups, triage->groups_count, triage->groups_capacity, group);
    hash_index_add(&triage->index, hash, found, hash_of, triage->groups);
    return &triage->groups[found];
}

static void count_build(struct triage_group *group, const char *build_id, size_t exact_max)
{
    size_t i = 0;

    hash_set_add(&group->builds, hash_text(0, build_id), exact_max);
    while (i < group->named_count && strcmp(group->named[i].build_id, build_id) != 0)
        i++;
    if (i == TRIAGE_BUILDS_MAX)
        return;
    if (i == group->named_count) {
        group->named[i] = (struct triage_build){.build_id = must_strdup(build_id)};
        group->named_count++;
    }
    group->named[i].count++;
}

/* Reports without a time stamp are in the order in which they are read. */
static bool is_earlier(const struct triage_place *a, const struct triage_place *b)
{
    if (a->has_time != b->has_time)
        return a->has_time;
    return a->has_time && a->time_ms < b->time_ms;
}

static bool is_later(const struct triage_place *a, const struct triage_place *b)
{
    if (a->has_time != b->has_time)
        return a->has_time;
    return !a->has_time || a->time_ms >= b->time_ms;
}

static void note_place(struct triage_group *group, const struct triage_row *row)
{
    if (!group->first.log || is_earlier(&row->place, &group->first))
        group->first = row->place;
    if (!group->last.log || is_later(&row->place, &group->last))
        group->last = row->place;
    if (group->example.log && (row->damaged || !group->example_damaged))
        return;
    group->example = row->place;
    group->example_damaged = row->damaged;
    free(group->cause_text);
    group->cause_text = must_strdup(row->cause_text);
}

bool triage_add(struct triage *triage, const struct triage_row *row)
{
    uint64_t device = hash_text(0, row->device);
    struct triage_group *group;

    if (is_repeated(triage, row)) {
        triage->repeated++;
        return false;
    }
    group = group_of(triage, row->signature);
    group->count++;
    hash_set_add(&group->devices, device, triage->exact_max);
    count_build(group, row->build_id, triage->exact_max);
    note_place(group, row);
    triage->reports++;
    triage->damaged += row->damaged;
    hash_set_add(&triage->devices, device, triage->exact_max);
    hash_set_add(&triage->builds, hash_text(0, row->build_id), triage->exact_max);
    return true;
}

static int compare_groups(const void *a, const void *b)
{
    const struct triage_group *left = a;
    const struct triage_group *right = b;

    if (left->count != right->count)
        return left->count < right->count ? 1 : -1;
    return strcmp(left->signature, right->signature);
}

void triage_sort(struct triage *triage)
{
    hash_index_free(&triage->index);
    if (triage->groups_count)
        qsort(triage->groups, triage->groups_count, sizeof(*triage->groups), compare_groups);
}

void triage_free(struct triage *triage)
{
    for (size_t i = 0; i < triage->groups_count; i++) {
        struct triage_group *group = &triage->groups[i];
        for (size_t j = 0; j < group->named_count; j++)
            free(group->named[j].build_id);
        hash_set_free(&group->devices);
        hash_set_free(&group->builds);
        free(group->cause_text);
        free(group->signature);
    }
    free(triage->groups);
    hash_index_free(&triage->index);
    hash_set_free(&triage->newest);
    hash_set_free(&triage->previous);
    hash_set_free(&triage->devices);
    hash_set_free(&triage->builds);
    *triage = (struct triage){0};
}
