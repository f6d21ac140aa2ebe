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
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "diag.h"
#include "image.h"
#include "json.h"
#include "proof.h"

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

/* What a run took. */
struct run {
    bool good;
    double wall_s, user_s;
    uint64_t peak_kib, table_bytes;
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

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Its standard output is of no interest. */
static _Noreturn void execute(char **arguments)
{
    if (freopen("/dev/null", "w", stdout))
        execv(arguments[0], arguments);
    _exit(127);
}

static void run_tool(struct run *run, char **arguments)
{
    double start_s = now_s();
    struct rusage usage = {0};
    int status = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0)
        execute(arguments);
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return;
    run->good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    run->wall_s = now_s() - start_s;
    run->user_s = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
    run->peak_kib = (uint64_t)usage.ru_maxrss;
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
    run_tool(&run, arguments);
    if (stat(out, &written) == 0)
        run.table_bytes = (uint64_t)written.st_size;
    return run;
}

static bool is_met(const struct run *run)
{
    return run->wall_s <= SECONDS_MAX && run->peak_kib <= PEAK_KIB_MAX;
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
           (double)run->table_bytes / (double)subject->functions, run->wall_s, run->user_s,
           (double)run->peak_kib / 1024, is_met(run) ? "" : " MISSED", run->good ? "" : " FAILED");
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
    json_number(json, "wall_ms", (uint64_t)(run->wall_s * 1000));
    json_number(json, "user_ms", (uint64_t)(run->user_s * 1000));
    json_number(json, "peak_bytes", run->peak_kib * 1024);
    json_bool(json, "good", run->good);
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
        if (!run.good || !is_met(&run))
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
