/* SPDX-License-Identifier: MIT */
/* Writes the summary of a profile as JSON. */
#include "profile/output/outputs.h"
#include "symbolize/stop_text.h"
#include "util/json.h"

static void put_image(const struct image *image, struct json *json)
{
    char id[BUILD_ID_TEXT_BYTES];

    json_object(json, NULL);
    json_string(json, "path", image->path);
    json_string(json, "build_id",
                image->build_id_size ? build_id_text(image->build_id, image->build_id_size, id)
                                     : NULL);
    json_object_end(json);
}

static void put_totals(const struct profile_report *report, struct json *json)
{
    const struct profile_totals *totals = report->totals;

    json_number(json, "captures", totals->captures);
    json_number(json, "captures_damaged", totals->damaged);
    json_number(json, "captures_older", totals->older);
    json_number(json, "captures_of_other_kind", totals->other_kind);
    json_number(json, "captures_unusable", totals->unusable);
    json_number(json, "captures_of_other_builds", totals->other_builds);
    json_number(json, "charged", totals->charged);
    json_number(json, "dropped", totals->dropped);
    json_number(json, "lost", totals->lost);
    json_number(json, "of_other_builds", totals->other_builds_samples);
    json_number(json, "idle_left_out", report->idle_left_out);
    json_number(json, "nested", totals->nested);
    json_number(json, "cost_ns", totals->cost_ns);
    json_number(json, "cost_worst_ns", totals->cost_worst_ns);
    json_number(json, "timed_ns", totals->timed_ns);
    json_number(json, "timed_samples", totals->timed);
    json_number(json, "period_ns", (uint64_t)(totals->period_ns + 0.5));
    json_number(json, "captures_by_fiq", totals->fiq);
}

static void put_costs(const struct profile_totals *totals, struct json *json)
{
    json_array(json, "costs");
    for (size_t i = 0; i < totals->costs_count; i++) {
        const struct depth_cost *cost = &totals->costs[i];
        if (!cost->samples)
            continue;
        json_object(json, NULL);
        json_number(json, "frames", i + 1);
        json_number(json, "samples", cost->samples);
        json_number(json, "cost_ns", cost->cost_ns);
        json_number(json, "worst_ns", cost->worst_ns);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_stack_counts(const struct profile *profile, struct json *json)
{
    struct profile_stack_counts counts = profile_stack_counts(profile);

    json_number(json, "samples", counts.samples);
    json_number(json, "stacks", counts.distinct);
    json_number(json, "complete", counts.samples - counts.truncated);
    json_number(json, "truncated", counts.truncated);
    json_number(json, "idle", counts.idle);
    json_number(json, "waiting", counts.waiting);
    json_object(json, "truncated_by");
    for (uint32_t i = 0; i < BOBBIN_STOPS; i++)
        if (!stop_is_complete((enum bobbin_stop)i) && counts.by_stop[i])
            json_number(json, i == BOBBIN_STOP_NONE ? "unknown" : bobbin_stop_name(i),
                        counts.by_stop[i]);
    json_object_end(json);
}

static void put_context(const struct sample_context *context, uint64_t samples, struct json *json)
{
    json_object(json, NULL);
    json_number(json, "processor", context->processor);
    json_string(json, "task_name", context->task_name);
    if (context->task != PROFILE_UNKNOWN)
        json_number(json, "task", context->task);
    json_string(json, "mode",
                context->mode == PROFILE_UNKNOWN ? NULL : profile_mode_name(context->mode));
    if (context->interrupt != PROFILE_UNKNOWN)
        json_number(json, "interrupt", context->interrupt);
    json_bool(json, "idle", context->idle);
    json_bool(json, "waiting", context->waiting);
    json_string(json, "stop",
                context->stop == BOBBIN_STOP_NONE ? NULL : bobbin_stop_name(context->stop));
    json_number(json, "samples", samples);
    json_object_end(json);
}

static void put_contexts(const struct profile *profile, struct json *json)
{
    uint64_t *totals = stack_tree_totals(&profile->stacks);

    json_array(json, "contexts");
    for (uint32_t i = 1; i < profile->stacks.count; i++)
        if (profile->stacks.nodes[i].parent == STACK_TREE_ROOT)
            put_context(profile_context_of(profile, i), totals[i], json);
    json_array_end(json);
    free(totals);
}

static void put_functions(const struct profile_report *report, struct json *json)
{
    const struct profile_calls *calls = report->calls;

    json_array(json, "functions");
    for (size_t i = 0; i < report->names->functions_count; i++) {
        uint32_t number = calls->order[i];
        const struct profile_function *function = &report->names->functions[number];
        json_object(json, NULL);
        json_string(json, "name", function->name);
        json_string(json, "file", function->file);
        if (function->line)
            json_number(json, "line", function->line);
        json_number(json, "self", calls->self[number]);
        json_number(json, "total", calls->total[number]);
        json_object_end(json);
    }
    json_array_end(json);
}

void profile_print_summary_json(const struct profile_report *report, FILE *out)
{
    struct json json;

    json_begin(&json, out);
    json_array(&json, "images");
    for (size_t i = 0; i < report->names->images->count; i++)
        put_image(&report->names->images->items[i].image, &json);
    json_array_end(&json);
    put_stack_counts(report->profile, &json);
    put_totals(report, &json);
    put_costs(report->totals, &json);
    put_contexts(report->profile, &json);
    put_functions(report, &json);
    json_end(&json);
}
