/* SPDX-License-Identifier: MIT */
/* Runs firmware, decodes its crash reports, and writes what CI systems read. */
#include "cli/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/debug_options.h"
#include "report/report_reader.h"
#include "run/outcome.h"
#include "run/run.h"
#include "run/serial_port.h"
#include "run/write_github.h"
#include "run/write_junit.h"
#include "run/write_sarif.h"
#include "run/write_summary.h"
#include "symbolize/backtrace_text.h"
#include "symbolize/source_path.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

#define KILL_AFTER_DEFAULT_S 5

struct runner {
    const struct options *options;
    char *const *command; /* ends with NULL; NULL: none */
    char *root;           /* of source_path.h */
    char *name;           /* of the run, if --name is missing */
    struct image_list images;
    struct host_frames host;
    FILE *log;                  /* NULL: not wanted */
    struct output junit, sarif; /* no path: not wanted */
    struct run_settings settings;
    struct run run;
    struct outcome outcome;
};

/* ---- reports ----------------------------------------------------------------------------- */

/* A text for run_print. */
struct text {
    FILE *out;
    char *bytes;
    size_t size;
};

static void begin_text(struct text *text)
{
    text->out = open_memstream(&text->bytes, &text->size);
    if (!text->out)
        abort();
}

static void print_text(struct runner *runner, struct text *text)
{
    fclose(text->out);
    if (text->size)
        run_print(&runner->run, runner->options->json, text->bytes, text->size);
    free(text->bytes);
}

static void print_finding(struct runner *runner, const struct finding *finding)
{
    struct text text;

    begin_text(&text);
    fprintf(text.out, "\n%s\n", finding->shown);
    if (runner->options->github)
        write_github_finding(text.out, finding);
    print_text(runner, &text);
}

static void print_outcome(struct runner *runner)
{
    struct text text;

    begin_text(&text);
    if (runner->options->github)
        write_github_outcome(text.out, &runner->outcome);
    print_text(runner, &text);
}

/* Called for each report as soon as it is complete. */
static void take_report(void *context, struct report *report)
{
    struct runner *runner = context;
    struct outcome *outcome = &runner->outcome;
    struct finding finding;

    outcome->reports_count++;
    run_note_report(&runner->run);
    finding_make(&finding, report, &runner->images, &runner->host, runner->root,
                 backtrace_wants_colour(runner->options->json ? stderr : stdout));
    print_finding(runner, &finding);
    if (outcome->findings_count < OUTCOME_FINDINGS_MAX)
        array_push(outcome->findings, outcome->findings_count, outcome->findings_capacity, finding);
    else
        finding_free(&finding);
}

/* ---- the run ----------------------------------------------------------------------------- */

/* The words of the command, separated by spaces, or the name of the serial port. malloc'ed. */
static char *name_of(const struct options *options)
{
    size_t size = 1;
    char *name;

    if (options->operands_count == 0)
        return must_strdup(options->serial);
    for (size_t i = 0; i < options->operands_count; i++)
        size += strlen(options->operands[i]) + 1;
    name = must_realloc(NULL, size, 1);
    name[0] = '\0';
    for (size_t i = 0; i < options->operands_count; i++) {
        strcat(name, i ? " " : "");
        strcat(name, options->operands[i]);
    }
    return name;
}

static int open_output(struct output *output, const char *path)
{
    int status = path ? output_open(output, path, NULL) : STATUS_GOOD;

    if (status != STATUS_GOOD)
        output->path = NULL;
    return status;
}

/* Reads the output until the run ends. PORT: of run_begin. */
static void follow(struct runner *runner, int port)
{
    const char *path = runner->outcome.name;
    FILE *lines;
    struct report_log_rest rest = {0};
    int status = STATUS_BAD_INPUT;

    run_begin(&runner->run, &runner->settings, runner->command, port);
    lines = run_open_lines(&runner->run);
    if (lines) {
        status = report_log_follow(lines, path, take_report, runner, &rest);
        fclose(lines);
    }
    runner->outcome.lines_damaged = rest.lines_damaged;
    run_finish(&runner->run);
    outcome_judge(&runner->outcome, &runner->run, status);
}

static int close_outputs(struct runner *runner)
{
    struct output *const outputs[] = {&runner->junit, &runner->sarif};
    int status = STATUS_GOOD;

    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
        if (outputs[i]->path)
            status = diag_worse(status, output_close(outputs[i]));
    if (runner->log && fclose(runner->log) != 0)
        status = diag_error(runner->options->output, "cannot write: %s", strerror(errno));
    return status;
}

/* Writes and closes the output files, then the summary. Returns the exit status. */
static int write_outputs(struct runner *runner)
{
    struct outcome *outcome = &runner->outcome;
    int written;

    if (runner->junit.path)
        write_junit(runner->junit.file, outcome, output_tail_text(&runner->run.tail));
    if (runner->sarif.path)
        write_sarif(runner->sarif.file, outcome);
    written = close_outputs(runner);
    print_outcome(runner);
    if (runner->options->json)
        write_summary_json(stdout, outcome, &runner->run);
    fflush(stdout);
    write_summary(outcome, &runner->run);
    return written != STATUS_GOOD && outcome->status == 0 ? OUTCOME_STATUS_ERROR : outcome->status;
}

/* The log is written while the command runs, so that it is complete even if bobbin is killed. */
static int open_log(struct runner *runner)
{
    const char *path = runner->options->output;

    runner->log = path ? fopen(path, "wbe") : NULL;
    return path && !runner->log ? diag_error(path, "cannot write: %s", strerror(errno))
                                : STATUS_GOOD;
}

/* Opens all that the run needs, so that a mistake shows before the command starts. */
static int open_files(struct runner *runner, int *port)
{
    const struct options *options = runner->options;

    if (options->images.count && debug_options_open_list(&runner->images, options) != STATUS_GOOD)
        return OUTCOME_STATUS_ERROR;
    if (options->serial && (*port = serial_port_open(options->serial)) < 0)
        return OUTCOME_STATUS_ERROR;
    if (open_log(runner) != STATUS_GOOD ||
        open_output(&runner->junit, options->junit) != STATUS_GOOD ||
        open_output(&runner->sarif, options->sarif) != STATUS_GOOD)
        return OUTCOME_STATUS_ERROR;
    return 0;
}

static void discard_files(struct runner *runner, int port)
{
    if (port >= 0)
        close(port);
    if (runner->log)
        fclose(runner->log);
    if (runner->junit.path)
        output_discard(&runner->junit);
    if (runner->sarif.path)
        output_discard(&runner->sarif);
}

static int run_and_report(struct runner *runner)
{
    int port = -1;
    int status = open_files(runner, &port);

    if (status != 0) {
        discard_files(runner, port);
        return status;
    }
    runner->settings.log = runner->log;
    follow(runner, port);
    return write_outputs(runner);
}

/* A pipe must not become standard output because the caller has closed that. */
static void open_standard_descriptors(void)
{
    int descriptor;

    do
        descriptor = open("/dev/null", O_RDWR);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0)
        close(descriptor);
}

int runner_run(const struct options *options)
{
    struct runner *runner = must_realloc(NULL, 1, sizeof(*runner));
    int status;

    open_standard_descriptors();
    memset(runner, 0, sizeof(*runner));
    runner->options = options;
    runner->command = options->operands_count ? options->operands : NULL;
    runner->root = source_path_root();
    runner->name = name_of(options);
    runner->outcome.name = options->name ? options->name : runner->name;
    runner->settings = (struct run_settings){
        .output_to_stderr = options->json,
        .hide_reports = options->hide_reports,
        .timeout_s = options->timeout_s,
        .after_crash_s = options->after_crash_s,
        .kill_after_s = options->kill_after_named ? options->kill_after_s : KILL_AFTER_DEFAULT_S,
        .until = options->until,
    };
    status = run_and_report(runner);
    outcome_free(&runner->outcome);
    host_frames_free(&runner->host);
    image_list_close(&runner->images);
    free(runner->root);
    free(runner->name);
    free(runner);
    return status;
}
