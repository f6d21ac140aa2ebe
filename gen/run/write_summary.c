/* SPDX-License-Identifier: MIT */
#include "run/write_summary.h"

#include <stdlib.h>

#include "util/diag.h"
#include "util/json.h"

/* Reports that the summary lists; the others are counted. */
#define LISTED_MAX 10

/* ---- text -------------------------------------------------------------------------------- */

static void list_finding(const struct finding *finding)
{
    const struct finding_frame *place = finding->place;
    char *message = finding_message(finding);
    char *where = NULL;

    if (place && place->file && asprintf(&where, "%s:%u", place->file, place->line) < 0)
        where = NULL;
    diag_error(where, "%s", message);
    free(where);
    free(message);
}

static bool lacks_image(const struct outcome *outcome)
{
    for (size_t i = 0; i < outcome->findings_count; i++)
        if (outcome->findings[i].image == FINDING_IMAGE_NOT_GIVEN)
            return true;
    return false;
}

void write_summary(const struct outcome *outcome, const struct run *run)
{
    const struct child *child = &run->child;
    char status[48] = "";

    for (size_t i = 0; i < outcome->findings_count && i < LISTED_MAX; i++)
        list_finding(&outcome->findings[i]);
    if (outcome->reports_count > LISTED_MAX)
        diag_note(NULL, "%zu more crash reports are not listed",
                  outcome->reports_count - LISTED_MAX);
    if (lacks_image(outcome))
        diag_note(NULL, "give the image with --image=FW.elf, and addresses get names");
    if (outcome->kind == OUTCOME_CRASHED && child->pid)
        snprintf(status, sizeof(status), ", status %d of the command", child->exit_status);
    if (outcome->kind == OUTCOME_PASSED)
        diag_note(NULL, "run passed: %s, no crash report, %.1f s", outcome->message,
                  outcome->seconds);
    else
        diag_error(NULL, "run %s: %s%s, %.1f s, exit status %d", outcome_word(outcome->kind),
                   outcome->message, status, outcome->seconds, outcome->status);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void finding_json(struct json *json, const struct finding *finding)
{
    const struct finding_frame *place = finding->place;
    char *message = finding_message(finding);

    json_object(json, NULL);
    json_string(json, "message", message);
    json_string(json, "file", place ? place->file : NULL);
    if (place && place->file)
        json_number(json, "line", place->line);
    json_string(json, "function", place ? place->function : NULL);
    json_bool(json, "image_found",
              finding->image == FINDING_IMAGE_VERIFIED ||
                  finding->image == FINDING_IMAGE_UNVERIFIED);
    json_text(json, "report", finding->json);
    json_object_end(json);
    free(message);
}

static void command_json(struct json *json, const struct child *child)
{
    if (!child->pid)
        return;
    json_number(json, "command_status", (uint64_t)child->exit_status);
    if (child->signal)
        json_number(json, "command_signal", (uint64_t)child->signal);
}

void write_summary_json(FILE *out, const struct outcome *outcome, const struct run *run)
{
    struct json json;
    char seconds[32];

    snprintf(seconds, sizeof(seconds), "%.3f", outcome->seconds);
    json_begin(&json, out);
    json_string(&json, "name", outcome->name);
    json_string(&json, "result", outcome_word(outcome->kind));
    json_number(&json, "status", (uint64_t)outcome->status);
    json_string(&json, "message", outcome->message);
    json_text(&json, "seconds", seconds);
    json_bool(&json, "timed_out", run->end == RUN_END_TIMEOUT);
    command_json(&json, &run->child);
    json_number(&json, "reports_count", outcome->reports_count);
    json_number(&json, "lines_damaged", outcome->lines_damaged);
    json_array(&json, "reports");
    for (size_t i = 0; i < outcome->findings_count; i++)
        finding_json(&json, &outcome->findings[i]);
    json_array_end(&json);
    json_end(&json);
}
