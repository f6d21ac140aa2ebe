/* SPDX-License-Identifier: MIT */
/* Writes a profile as JSON for speedscope. */
#include "profile/output/outputs.h"
#include "util/json.h"
#include "util/memory.h"

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

static void write_frames(const struct profile_names *names, struct json *json)
{
    json_object(json, "shared");
    json_array(json, "frames");
    for (size_t i = 0; i < names->functions_count; i++) {
        const struct profile_function *function = &names->functions[i];
        json_object(json, NULL);
        json_string(json, "name", function->name);
        if (function->file)
            json_string(json, "file", function->file);
        if (function->line)
            json_number(json, "line", function->line);
        json_object_end(json);
    }
    json_array_end(json);
    json_object_end(json);
}

/* Writes lists of function numbers, outermost first, as in [0,3,7]. */
static void write_samples(const struct stack_tree *tree, struct json *json)
{
    size_t *ends = must_realloc(NULL, tree->count, sizeof(*ends));
    struct buffer line = {0};
    char number[32];

    buffer_u8(&line, '[');
    ends[STACK_TREE_ROOT] = line.size;
    json_array(json, "samples");
    for (uint32_t i = 1; i < tree->count; i++) {
        const struct stack_node *node = &tree->nodes[i];
        int length = snprintf(number, sizeof(number), "%s%llu", node->parent ? "," : "",
                              (unsigned long long)node->key);
        line.size = ends[node->parent];
        buffer_put(&line, number, (size_t)length);
        ends[i] = line.size;
        if (!node->count)
            continue;
        buffer_put(&line, "]", sizeof("]"));
        json_text(json, NULL, (const char *)line.bytes);
    }
    json_array_end(json);
    free(line.bytes);
    free(ends);
}

static void write_weights(const struct stack_tree *tree, struct json *json)
{
    json_array(json, "weights");
    for (uint32_t i = 1; i < tree->count; i++)
        if (tree->nodes[i].count)
            json_number(json, NULL, tree->nodes[i].count);
    json_array_end(json);
}

static void write_profile(const struct profile_report *report, struct json *json)
{
    json_array(json, "profiles");
    json_object(json, NULL);
    json_string(json, "type", "sampled");
    json_string(json, "name", report->names->images->items[0].image.path);
    json_string(json, "unit", "none");
    json_number(json, "startValue", 0);
    json_number(json, "endValue", report->calls->samples);
    write_samples(&report->calls->tree, json);
    write_weights(&report->calls->tree, json);
    json_object_end(json);
    json_array_end(json);
}

void profile_write_speedscope(const struct profile_report *report, FILE *out)
{
    struct json json;

    json_begin(&json, out);
    json_string(&json, "$schema", SCHEMA);
    json_string(&json, "exporter", "bobbin profile");
    json_string(&json, "name", report->names->images->items[0].image.path);
    json_number(&json, "activeProfileIndex", 0);
    write_frames(report->names, &json);
    write_profile(report, &json);
    json_end(&json);
}
