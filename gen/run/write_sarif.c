/* SPDX-License-Identifier: MIT */
#include "run/write_sarif.h"

#include <stdlib.h>
#include <string.h>

#include "util/json.h"
#include "util/memory.h"
#include <bobbin/bobbin.h>

#define SCHEMA                                                                                     \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"                          \
    "sarif-schema-2.1.0.json"

static void message(struct json *json, const char *text)
{
    json_object(json, "message");
    json_string(json, "text", text);
    json_object_end(json);
}

/* ---- places ------------------------------------------------------------------------------ */

/* PATH as a relative or file URI (RFC 3986), malloc'ed. */
static char *uri_of(const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~/+";
    char *uri = must_realloc(NULL, 3 * strlen(path) + sizeof("file://"), 1);
    char *end = uri;

    if (path[0] == '/')
        end = stpcpy(end, "file://");
    for (; *path; path++) {
        if (strchr(plain, *path))
            *end++ = *path;
        else
            end += sprintf(end, "%%%02X", (unsigned char)*path);
    }
    *end = '\0';
    return uri;
}

static void artifact(struct json *json, const char *path, bool in_root)
{
    char *uri = uri_of(path);

    json_object(json, "artifactLocation");
    json_string(json, "uri", uri);
    if (in_root)
        json_string(json, "uriBaseId", "%SRCROOT%");
    json_object_end(json);
    free(uri);
}

static void logical_location(struct json *json, const char *function)
{
    json_array(json, "logicalLocations");
    json_object(json, NULL);
    json_string(json, "name", function);
    json_string(json, "kind", "function");
    json_object_end(json);
    json_array_end(json);
}

/* A location object for FRAME. KEY: NULL in an array. */
static void location(struct json *json, const char *key, const struct finding_frame *frame)
{
    json_object(json, key);
    json_object(json, "physicalLocation");
    if (frame->file)
        artifact(json, frame->file, frame->in_root);
    if (frame->file && frame->line) {
        json_object(json, "region");
        json_number(json, "startLine", frame->line);
        json_object_end(json);
    }
    json_object(json, "address");
    json_number(json, "absoluteAddress", frame->pc);
    json_object_end(json);
    json_object_end(json);
    if (frame->function)
        logical_location(json, frame->function);
    json_object_end(json);
}

static void command_location(struct json *json, const char *name)
{
    json_object(json, NULL);
    json_object(json, "physicalLocation");
    artifact(json, name, false);
    json_object_end(json);
    json_object_end(json);
}

/* ---- results ----------------------------------------------------------------------------- */

static void stack(struct json *json, const struct finding *finding)
{
    if (finding->frames_count == 0)
        return;
    json_array(json, "stacks");
    json_object(json, NULL);
    json_array(json, "frames");
    for (size_t i = 0; i < finding->frames_count; i++) {
        json_object(json, NULL);
        location(json, "location", &finding->frames[i]);
        json_object_end(json);
    }
    json_array_end(json);
    json_object_end(json);
    json_array_end(json);
}

static void result(struct json *json, const struct outcome *outcome, const struct finding *finding)
{
    char *text = finding_message(finding);

    json_object(json, NULL);
    json_string(json, "ruleId", "crash");
    json_number(json, "ruleIndex", 0);
    json_string(json, "level", "error");
    message(json, text);
    json_array(json, "locations");
    if (finding->place && finding->place->file)
        location(json, NULL, finding->place);
    else
        command_location(json, outcome->name);
    json_array_end(json);
    stack(json, finding);
    json_object_end(json);
    free(text);
}

static void results(struct json *json, const struct outcome *outcome)
{
    json_array(json, "results");
    for (size_t i = 0; i < outcome->findings_count; i++)
        result(json, outcome, &outcome->findings[i]);
    json_array_end(json);
}

/* ---- the tool and its invocation --------------------------------------------------------- */

static void tool(struct json *json)
{
    char version[32];

    snprintf(version, sizeof(version), "%d.%d", BOBBIN_VERSION_MAJOR, BOBBIN_VERSION_MINOR);
    json_object(json, "tool");
    json_object(json, "driver");
    json_string(json, "name", "bobbin");
    json_string(json, "version", version);
    json_array(json, "rules");
    json_object(json, NULL);
    json_string(json, "id", "crash");
    json_string(json, "name", "FirmwareCrash");
    json_object(json, "shortDescription");
    json_string(json, "text", "The firmware crashed.");
    json_object_end(json);
    json_object_end(json);
    json_array_end(json);
    json_object_end(json);
    json_object_end(json);
}

static void invocation(struct json *json, const struct outcome *outcome)
{
    json_array(json, "invocations");
    json_object(json, NULL);
    json_bool(json, "executionSuccessful",
              outcome->kind == OUTCOME_PASSED || outcome->kind == OUTCOME_CRASHED);
    json_number(json, "exitCode", (uint64_t)outcome->status);
    json_string(json, "exitCodeDescription", outcome_word(outcome->kind));
    if (outcome->kind != OUTCOME_PASSED && outcome->reports_count == 0) {
        json_array(json, "toolExecutionNotifications");
        json_object(json, NULL);
        json_string(json, "level", "error");
        message(json, outcome->message);
        json_object_end(json);
        json_array_end(json);
    }
    json_object_end(json);
    json_array_end(json);
}

void write_sarif(FILE *out, const struct outcome *outcome)
{
    struct json json;

    json_begin(&json, out);
    json_string(&json, "$schema", SCHEMA);
    json_string(&json, "version", "2.1.0");
    json_array(&json, "runs");
    json_object(&json, NULL);
    tool(&json);
    invocation(&json, outcome);
    results(&json, outcome);
    json_string(&json, "columnKind", "utf16CodeUnits");
    json_object_end(&json);
    json_array_end(&json);
    json_end(&json);
}
