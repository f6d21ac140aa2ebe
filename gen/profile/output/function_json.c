/* SPDX-License-Identifier: MIT */
/* Writes one function of a profile as JSON. */
#include "profile/output/outputs.h"
#include "profile/profile_lines.h"
#include "profile/profile_neighbours.h"
#include "util/json.h"

static void put_neighbours(const struct profile_names *names,
                           const struct profile_neighbour *neighbours, size_t count,
                           const char *key, struct json *json)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        bool is_none = neighbours[i].function == PROFILE_UNKNOWN;
        json_object(json, NULL);
        json_string(json, "name", is_none ? NULL : names->functions[neighbours[i].function].name);
        json_number(json, "samples", neighbours[i].samples);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_lines(const struct profile_names *names, uint32_t function, struct json *json)
{
    struct profile_lines lines;

    profile_lines_find(&lines, names, function);
    json_array(json, "lines");
    for (size_t i = 0; i < lines.count; i++) {
        json_object(json, NULL);
        json_string(json, "file", lines.items[i].file);
        if (lines.items[i].line)
            json_number(json, "line", lines.items[i].line);
        json_number(json, "self", lines.items[i].self);
        json_number(json, "total", lines.items[i].total);
        json_object_end(json);
    }
    json_array_end(json);
    profile_lines_free(&lines);
}

void profile_print_function_json(const struct profile_report *report, uint32_t function, FILE *out)
{
    const struct profile_names *names = report->names;
    struct profile_neighbours neighbours;
    struct json json;

    profile_neighbours_find(&neighbours, report->calls, names, function);
    json_begin(&json, out);
    json_string(&json, "name", names->functions[function].name);
    json_string(&json, "file", names->functions[function].file);
    json_number(&json, "samples", report->calls->samples);
    json_number(&json, "self", report->calls->self[function]);
    json_number(&json, "total", report->calls->total[function]);
    put_neighbours(names, neighbours.callers, neighbours.callers_count, "callers", &json);
    put_neighbours(names, neighbours.callees, neighbours.callees_count, "callees", &json);
    put_lines(names, function, &json);
    json_end(&json);
    profile_neighbours_free(&neighbours);
}
