/* SPDX-License-Identifier: MIT */
/*
 * bench_scale JSON IMAGE...: runs the tool, build/bobbin, on each IMAGE, a line a run on standard output, and all of it to the
 * file JSON. Exit status 1 when a run fails or is above a limit. From the top; tables are left beside their images.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diag.h"
#include "image.h"
#include "json.h"
#include "proof.h"
#include "tool_run.h"

enum { SECONDS_MAX = 180, PEAK_KIB_MAX = 1 << 20, ARGUMENTS_MAX = 8 };

/* A way to run the tool. */
struct kind {
    const char *verb, *setting;
    bool writes; /* a table */
};

static const struct kind kinds[] = {
    {"table", "fast", true},
    {"table", "small", true},
    {"check", "fast", false},
};

/* An image, and how much code it has. */
struct subject {
    const char *path;
    uint64_t functions, code_bytes;
};

struct run {
    struct tool_run tool;
    uint64_t table_bytes;
};

/* ---- running ------------------------------------------------------------------------------------ */

static int measure_subject(struct subject *subject, const char *path)
{
    struct image image;
    int status = image_open(&image, path);

    *subject = (struct subject){.path = path};
    if (status != STATUS_GOOD)
        return status;
    subject->functions = proof_functions(&image);
    for (size_t i = 0; i < image.sections_count; i++)
        if (image.sections[i].executable)
            subject->code_bytes += image.sections[i].size_bytes;
    image_close(&image);
    return status;
}

static struct run measure(const struct subject *subject, const struct kind *kind)
{
    char setting[32], out[4096];
    char *arguments[ARGUMENTS_MAX] = {"build/bobbin", (char *)(uintptr_t)kind->verb,
                                      (char *)(uintptr_t)subject->path, setting};
    struct run run = {0};
    struct stat written;

    snprintf(setting, sizeof(setting), "--%s", kind->setting);
    snprintf(out, sizeof(out), "%s.%s", subject->path, kind->setting);
    if (kind->writes) {
        arguments[4] = "-o";
        arguments[5] = out;
    }
    run.tool = tool_run(arguments);
    if (stat(out, &written) == 0)
        run.table_bytes = (uint64_t)written.st_size;
    return run;
}

static bool is_met(const struct run *run)
{
    return run->tool.wall_s <= SECONDS_MAX && run->tool.peak_kib <= PEAK_KIB_MAX;
}

/* ---- telling ------------------------------------------------------------------------------------ */

static void print_head(void)
{
    printf("%9s %11s %-12s %11s %10s %9s %9s %9s\n", "functions", "code bytes", "run",
           "table bytes", "a function", "seconds", "user", "peak MiB");
}

static void print_run(const struct subject *subject, const struct kind *kind, const struct run *run)
{
    printf("%9" PRIu64 " %11" PRIu64 " %s %-6s %11" PRIu64 " %10.2f %9.1f %9.1f %9.1f%s%s\n",
           subject->functions, subject->code_bytes, kind->verb, kind->setting, run->table_bytes,
           (double)run->table_bytes / (double)subject->functions, run->tool.wall_s,
           run->tool.user_s, (double)run->tool.peak_kib / 1024, is_met(run) ? "" : " MISSED",
           run->tool.good ? "" : " FAILED");
}

static void write_run(struct json *json, const struct subject *subject, const struct kind *kind,
                      const struct run *run)
{
    json_object(json, NULL);
    json_number(json, "functions", subject->functions);
    json_number(json, "code_bytes", subject->code_bytes);
    json_string(json, "verb", kind->verb);
    json_string(json, "setting", kind->setting);
    json_number(json, "table_bytes", run->table_bytes);
    json_number(json, "wall_ms", (uint64_t)(run->tool.wall_s * 1000));
    json_number(json, "user_ms", (uint64_t)(run->tool.user_s * 1000));
    json_number(json, "peak_bytes", run->tool.peak_kib * 1024);
    json_bool(json, "good", run->tool.good);
    json_bool(json, "met", is_met(run));
    json_object_end(json);
}

static int measure_image(struct json *json, const char *path)
{
    struct subject subject;
    int status = measure_subject(&subject, path);

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && status <= STATUS_PROBLEMS; i++) {
        struct run run = measure(&subject, &kinds[i]);
        print_run(&subject, &kinds[i], &run);
        write_run(json, &subject, &kinds[i], &run);
        if (!run.tool.good || !is_met(&run))
            status = STATUS_PROBLEMS;
    }
    return status;
}

int main(int argc, char **argv)
{
    int status = STATUS_GOOD;
    struct json json;
    FILE *out;

    if (argc < 3) {
        fprintf(stderr, "usage: %s JSON IMAGE...\n", argv[0]);
        return STATUS_USAGE;
    }
    out = fopen(argv[1], "w");
    if (!out)
        return diag_error(argv[1], "%s", strerror(errno));
    json_begin(&json, out);
    json_number(&json, "seconds_max", SECONDS_MAX);
    json_number(&json, "peak_bytes_max", (uint64_t)PEAK_KIB_MAX * 1024);
    json_array(&json, "scale");
    print_head();
    for (int i = 2; i < argc && status <= STATUS_PROBLEMS; i++) {
        int of_image = measure_image(&json, argv[i]);
        status = of_image > status ? of_image : status;
    }
    json_array_end(&json);
    json_end(&json);
    fclose(out);
    return status;
}
