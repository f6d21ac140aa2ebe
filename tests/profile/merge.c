/* SPDX-License-Identifier: MIT */
/*
 * bench_merge JSON IMAGE DIRECTORY runs build/bobbin on all captures of DIRECTORY, once for each
 * kind of output. It prints a line for each run and writes all figures to the file JSON. Exit
 * status 1: a run failed or is over a limit.
 */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool_run.h"
#include "util/diag.h"
#include "util/json.h"
#include "util/memory.h"

enum { SECONDS_MAX = 10, PEAK_KIB_MAX = 192 << 10, BEFORE = 3 };

static const char *const outputs[] = {"--json", "--folded=-", "--speedscope=-", "--pprof=-",
                                      "--svg=-"};

static bool is_met(const struct tool_run *run)
{
    return run->good && run->user_s <= SECONDS_MAX && run->peak_kib <= PEAK_KIB_MAX;
}

static void tell(struct json *json, const char *output, const struct tool_run *run)
{
    printf("%-14s %8.2f %8.2f %9.1f%s%s\n", output, run->wall_s, run->user_s,
           (double)run->peak_kib / 1024, is_met(run) ? "" : " MISSED", run->good ? "" : " FAILED");
    json_object(json, NULL);
    json_string(json, "output", output);
    json_number(json, "wall_ms", (uint64_t)(run->wall_s * 1000));
    json_number(json, "user_ms", (uint64_t)(run->user_s * 1000));
    json_number(json, "peak_bytes", run->peak_kib * 1024);
    json_bool(json, "met", is_met(run));
    json_object_end(json);
}

static int measure(struct json *json, const char *image, const glob_t *captures)
{
    char **arguments = must_realloc(NULL, captures->gl_pathc + BEFORE + 2, sizeof(*arguments));
    size_t last = captures->gl_pathc + BEFORE;
    int status = STATUS_GOOD;

    arguments[0] = (char *)(uintptr_t) "build/bobbin";
    arguments[1] = (char *)(uintptr_t) "profile";
    arguments[2] = (char *)(uintptr_t)image;
    memcpy(arguments + BEFORE, captures->gl_pathv, captures->gl_pathc * sizeof(*arguments));
    arguments[last + 1] = NULL;
    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++) {
        struct tool_run run;
        arguments[last] = (char *)(uintptr_t)outputs[i];
        run = tool_run(arguments);
        tell(json, outputs[i], &run);
        if (!is_met(&run))
            status = STATUS_PROBLEMS;
    }
    free(arguments);
    return status;
}

static int measure_set(const char *json_path, const char *image, const char *pattern)
{
    glob_t captures;
    struct json json;
    int status;
    FILE *out;

    if (glob(pattern, 0, NULL, &captures) != 0)
        return diag_error(pattern, "there are no captures");
    out = fopen(json_path, "w");
    if (!out)
        return diag_error(json_path, "%s", strerror(errno));
    json_begin(&json, out);
    json_number(&json, "user_seconds_max", SECONDS_MAX);
    json_number(&json, "peak_bytes_max", (uint64_t)PEAK_KIB_MAX * 1024);
    json_number(&json, "captures", captures.gl_pathc);
    json_array(&json, "merges");
    printf("%zu captures    %8s %8s %9s\n", captures.gl_pathc, "seconds", "user", "peak MiB");
    status = measure(&json, image, &captures);
    json_array_end(&json);
    json_end(&json);
    fclose(out);
    globfree(&captures);
    return status;
}

int main(int argc, char **argv)
{
    char pattern[1024];

    if (argc != 4) {
        fprintf(stderr, "usage: %s JSON IMAGE DIRECTORY\n", argv[0]);
        return STATUS_USAGE;
    }
    snprintf(pattern, sizeof(pattern), "%s/*", argv[3]);
    return measure_set(argv[1], argv[2], pattern);
}
