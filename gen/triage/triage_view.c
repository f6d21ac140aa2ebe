/* SPDX-License-Identifier: MIT */
#include "triage/triage_view.h"

#include "report/log_time.h"
#include "util/json.h"

#define COUNT_BYTES 24
#define INDENT      28 /* columns of the counts */

static size_t shown_count(const struct triage *triage, size_t top)
{
    return top && top < triage->groups_count ? top : triage->groups_count;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* "~" marks an estimate. */
static const char *count_text(const struct hash_set *set, char text[COUNT_BYTES])
{
    snprintf(text, COUNT_BYTES, "%s%llu", set->level ? "~" : "",
             (unsigned long long)hash_set_count(set));
    return text;
}

static void print_place(const char *title, const struct triage_place *place, FILE *out)
{
    char time[LOG_TIME_BYTES];

    fprintf(out, "%s ", title);
    if (place->has_time)
        fprintf(out, "%.19sZ", log_time_text(place->time_ms, time));
    else
        fprintf(out, "%s:%lu", place->log, place->line);
}

static void print_group(const struct triage_group *group, FILE *out)
{
    char devices[COUNT_BYTES], builds[COUNT_BYTES];

    fprintf(out, "%8llu  %8s  %6s  %s\n", (unsigned long long)group->count,
            count_text(&group->devices, devices), count_text(&group->builds, builds),
            group->signature);
    if (group->cause_text[0])
        fprintf(out, "%*s%s\n", INDENT, "", group->cause_text);
    fprintf(out, "%*s", INDENT, "");
    print_place("first", &group->first, out);
    print_place(", last", &group->last, out);
    fprintf(out, ", example %s:%lu\n", group->example.log, group->example.line);
}

void triage_view_print(const struct triage *triage, size_t top, FILE *out)
{
    char devices[COUNT_BYTES], builds[COUNT_BYTES];
    size_t count = shown_count(triage, top);

    fputs("   count   devices  builds  signature\n", out);
    for (size_t i = 0; i < count; i++)
        print_group(&triage->groups[i], out);
    if (count < triage->groups_count)
        fprintf(out, "%zu more signatures are not shown; --top=0 shows all\n",
                triage->groups_count - count);
    fprintf(out, "%llu reports, %s devices, %s builds, %zu signatures",
            (unsigned long long)triage->reports, count_text(&triage->devices, devices),
            count_text(&triage->builds, builds), triage->groups_count);
    if (triage->repeated)
        fprintf(out, "; %llu repeated reports are not counted",
                (unsigned long long)triage->repeated);
    if (triage->damaged)
        fprintf(out, "; %llu are damaged", (unsigned long long)triage->damaged);
    fputc('\n', out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void time_json(const struct triage_place *place, const char *key, struct json *json)
{
    char text[LOG_TIME_BYTES];

    json_string(json, key, place->has_time ? log_time_text(place->time_ms, text) : NULL);
}

static void place_json(const struct triage_place *place, const char *key, struct json *json)
{
    json_object(json, key);
    time_json(place, "time", json);
    json_string(json, "log", place->log);
    json_number(json, "log_line", place->line);
    json_object_end(json);
}

static void counts_json(const struct hash_set *devices, const struct hash_set *builds,
                        struct json *json)
{
    json_number(json, "devices", hash_set_count(devices));
    json_bool(json, "devices_exact", devices->level == 0);
    json_number(json, "builds_count", hash_set_count(builds));
}

static const char *known(const char *text)
{
    return text[0] ? text : NULL;
}

static void group_json(const struct triage_group *group, struct json *json)
{
    json_object(json, NULL);
    json_string(json, "signature", group->signature);
    json_number(json, "count", group->count);
    counts_json(&group->devices, &group->builds, json);
    json_array(json, "builds");
    for (size_t i = 0; i < group->named_count; i++) {
        json_object(json, NULL);
        json_string(json, "build_id", known(group->named[i].build_id));
        json_number(json, "count", group->named[i].count);
        json_object_end(json);
    }
    json_array_end(json);
    place_json(&group->first, "first", json);
    place_json(&group->last, "last", json);
    place_json(&group->example, "example", json);
    json_string(json, "cause_text", known(group->cause_text));
    json_object_end(json);
}

void triage_view_json(const struct triage *triage, size_t top, FILE *out)
{
    struct json json;

    json_begin(&json, out);
    json_number(&json, "reports", triage->reports);
    json_number(&json, "repeated", triage->repeated);
    json_number(&json, "damaged", triage->damaged);
    counts_json(&triage->devices, &triage->builds, &json);
    json_number(&json, "signatures_count", triage->groups_count);
    json_array(&json, "signatures");
    for (size_t i = 0; i < shown_count(triage, top); i++)
        group_json(&triage->groups[i], &json);
    json_array_end(&json);
    json_end(&json);
}

void triage_view_row(const struct triage_row *row, FILE *out)
{
    struct json json;

    json_begin_line(&json, out);
    json_string(&json, "signature", row->signature);
    json_string(&json, "device", row->device);
    json_string(&json, "token", known(row->token));
    time_json(&row->place, "time", &json);
    json_string(&json, "log", row->place.log);
    json_number(&json, "log_line", row->place.line);
    json_string(&json, "name", known(row->name));
    json_string(&json, "build_id", known(row->build_id));
    json_string(&json, "cause", known(row->cause));
    json_bool(&json, "damaged", row->damaged);
    json_end(&json);
}
