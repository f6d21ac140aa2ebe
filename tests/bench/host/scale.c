/* SPDX-License-Identifier: MIT */
/*
 * bench_scale JSON IMAGE... runs build/bobbin on each IMAGE: in the settings fast and small, and
 * for all but the largest image in each format that is no variant of another. It prints a line for
 * each run and writes all figures to the file JSON: the run's time and memory, and the instructions
 * that a board executes to look up frames in the table. The tables stay next to their images. Exit
 * status 1: a run failed or is over a limit. Run it from the top of the tree.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "discover/open_image.h"
#include "elf/image.h"
#include "figure.h"
#include "prove/proof.h"
#include "reader_name.h"
#include "table/format_registry.h"
#include "tool_run.h"
#include "util/diag.h"
#include "util/json.h"

enum {
    SECONDS_MAX = 180,
    PEAK_KIB_MAX = 1 << 20,
    ARGUMENTS_MAX = 8,
    KINDS_MAX = 64,
    OTHERS_FUNCTIONS_MAX = 100000, /* of an image that is measured in other formats too */
    FUNCTIONS_PER_QUESTION = 250,  /* so that each image gets about as many look-ups */
};

/* Arguments of a run. */
struct kind {
    const char *verb, *option, *name;
    const char *reader; /* of the table that the run writes; NULL: it writes none */
};

struct subject {
    const char *path;
    uint64_t functions, code_bytes;
};

struct run {
    struct tool_run tool;
    uint64_t table_bytes;
    struct figure call, interrupted; /* on the board; count 0 if the board has no reader */
};

/* Fills KINDS for SUBJECT. Returns their number. */
static size_t find_kinds(struct kind kinds[KINDS_MAX], const struct subject *subject)
{
    size_t count = 0;

    kinds[count++] = (struct kind){"table", "--fast", "fast", reader_name_of_setting(PLAN_FAST)};
    kinds[count++] = (struct kind){"table", "--small", "small", reader_name_of_setting(PLAN_SMALL)};
    kinds[count++] = (struct kind){"check", "--fast", "fast", NULL};
    if (subject->functions > OTHERS_FUNCTIONS_MAX)
        return count;
    for (size_t i = 0; format_at(i) && count < KINDS_MAX; i++) {
        const char *name = format_at(i)->name;
        if (!strchr(name, ':'))
            kinds[count++] = (struct kind){"table", "--format=", name, reader_name(format_at(i))};
    }
    return count;
}

/* ---- running -------------------------------------------------------------------------------- */

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

/*
 * Measures look-ups in the table OUT on the board. If the board has no reader, no answers are
 * written.
 */
static void look_up(struct run *run, const struct subject *subject, const struct kind *kind,
                    char *out)
{
    char every[24], answers_path[4200];
    char *arguments[ARGUMENTS_MAX] = {
        "/bin/sh", "tests/bench/scale/look_up.sh",  (char *)(uintptr_t)subject->path,
        out,       (char *)(uintptr_t)kind->reader, every};
    struct tool_run asked;
    struct answers answers;

    snprintf(every, sizeof(every), "%" PRIu64, subject->functions / FUNCTIONS_PER_QUESTION + 1);
    snprintf(answers_path, sizeof(answers_path), "%s.answers", out);
    asked = tool_run(arguments);
    run->tool.good &= asked.good;
    if (!asked.good || access(answers_path, F_OK) != 0 ||
        answers_read(&answers, answers_path) != STATUS_GOOD)
        return;
    run->call = figure_of(&answers, FIGURE_RETURN);
    run->interrupted = figure_of(&answers, FIGURE_INTERRUPTED);
    free(answers.sample);
}

static struct run measure(const struct subject *subject, const struct kind *kind)
{
    char option[64], out[4096];
    char *arguments[ARGUMENTS_MAX] = {"build/bobbin", (char *)(uintptr_t)kind->verb,
                                      (char *)(uintptr_t)subject->path, option};
    bool is_format = kind->option[strlen(kind->option) - 1] == '=';
    struct run run = {0};
    struct stat written;

    snprintf(option, sizeof(option), "%s%s", kind->option, is_format ? kind->name : "");
    snprintf(out, sizeof(out), "%s.%s", subject->path, kind->name);
    if (kind->reader) {
        arguments[4] = "-o";
        arguments[5] = out;
    }
    run.tool = tool_run(arguments);
    if (stat(out, &written) == 0)
        run.table_bytes = (uint64_t)written.st_size;
    if (kind->reader)
        look_up(&run, subject, kind, out);
    return run;
}

static bool is_met(const struct run *run)
{
    return run->tool.wall_s <= SECONDS_MAX && run->tool.peak_kib <= PEAK_KIB_MAX;
}

/* ---- results -------------------------------------------------------------------------------- */

static void print_head(void)
{
    printf("%9s %11s %-17s %11s %10s %7s %7s %9s %7s %12s\n", "functions", "code bytes", "run",
           "table bytes", "a function", "seconds", "user", "peak MiB", "call", "interrupted");
}

static void print_run(const struct subject *subject, const struct kind *kind, const struct run *run)
{
    printf("%9" PRIu64 " %11" PRIu64 " %s %-11s %11" PRIu64 " %10.2f %7.1f %7.1f %9.1f",
           subject->functions, subject->code_bytes, kind->verb, kind->name, run->table_bytes,
           (double)run->table_bytes / (double)subject->functions, run->tool.wall_s,
           run->tool.user_s, (double)run->tool.peak_kib / 1024);
    if (run->call.count)
        printf(" %7" PRIu32 " %12" PRIu32, run->call.mean, run->interrupted.mean);
    printf("%s%s\n", is_met(run) ? "" : " MISSED", run->tool.good ? "" : " FAILED");
    fflush(stdout);
}

static void write_figure(struct json *json, const char *key, const struct figure *figure)
{
    if (!figure->count)
        return;
    json_object(json, key);
    json_number(json, "samples", figure->count);
    json_number(json, "mean", figure->mean);
    json_number(json, "worst", figure->worst);
    json_object_end(json);
}

static void write_run(struct json *json, const struct subject *subject, const struct kind *kind,
                      const struct run *run)
{
    json_object(json, NULL);
    json_number(json, "functions", subject->functions);
    json_number(json, "code_bytes", subject->code_bytes);
    json_string(json, "verb", kind->verb);
    json_string(json, "name", kind->name);
    json_number(json, "table_bytes", run->table_bytes);
    json_number(json, "wall_ms", (uint64_t)(run->tool.wall_s * 1000));
    json_number(json, "user_ms", (uint64_t)(run->tool.user_s * 1000));
    json_number(json, "peak_bytes", run->tool.peak_kib * 1024);
    write_figure(json, "call_instructions", &run->call);
    write_figure(json, "interrupted_instructions", &run->interrupted);
    json_bool(json, "good", run->tool.good);
    json_bool(json, "met", is_met(run));
    json_object_end(json);
}

static int measure_image(struct json *json, const char *path)
{
    struct kind kinds[KINDS_MAX];
    struct subject subject;
    int status = measure_subject(&subject, path);
    size_t count = find_kinds(kinds, &subject);

    for (size_t i = 0; i < count && status <= STATUS_PROBLEMS; i++) {
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
