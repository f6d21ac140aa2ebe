/* SPDX-License-Identifier: MIT */
/* bobbin run: runs firmware, decodes its crash reports, and tells the CI system how it ended. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/debug_options.h"
#include "cli/verb.h"
#include "report/report_reader.h"
#include "run/outcome.h"
#include "run/run.h"
#include "run/serial_port.h"
#include "run/source_path.h"
#include "run/write_github.h"
#include "run/write_junit.h"
#include "run/write_sarif.h"
#include "run/write_summary.h"
#include "symbolize/backtrace_text.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

#define KILL_AFTER_DEFAULT_S 5
#define SECONDS_MAX          1e6

struct runner {
    const struct options *options;
    char *const *command; /* ends with NULL; NULL: none */
    char *root;           /* of source_path.h */
    char *name;           /* of the run, if --name is missing */
    struct image_list images;
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
    finding_make(&finding, report, &runner->images, runner->root,
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
    int status = STATUS_BAD_INPUT;

    run_begin(&runner->run, &runner->settings, runner->command, port);
    lines = run_open_lines(&runner->run);
    if (lines) {
        status = report_log_visit(lines, path, take_report, runner, &runner->outcome.lines_damaged);
        fclose(lines);
    }
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

static int run(const struct options *options)
{
    struct runner *runner = must_realloc(NULL, 1, sizeof(*runner));
    int status;

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
    image_list_close(&runner->images);
    free(runner->root);
    free(runner->name);
    free(runner);
    return status;
}

/* ---- options ----------------------------------------------------------------------------- */

static bool take_timeout(struct options *options, const char *argument)
{
    return options_number(&options->timeout_s, argument, SECONDS_MAX);
}

static bool take_after_crash(struct options *options, const char *argument)
{
    return options_number(&options->after_crash_s, argument, SECONDS_MAX);
}

static bool take_kill_after(struct options *options, const char *argument)
{
    options->kill_after_named = true;
    return options_number(&options->kill_after_s, argument, SECONDS_MAX);
}

static bool take_format(struct options *options, const char *argument)
{
    options->github = strcmp(argument, "github") == 0;
    return options->github || strcmp(argument, "text") == 0;
}

static const char *format_word(size_t number)
{
    static const char *const words[] = {"text", "github"};

    return number < sizeof(words) / sizeof(words[0]) ? words[number] : NULL;
}

static const char *conflict(const struct options *options)
{
    if (options->operands_count == 0 && !options->serial)
        return "no COMMAND is given";
    if (options->until && !options->until[0])
        return "the TEXT of --until is empty";
    return NULL;
}

#define SECONDS_EXPECTED .expected = "a number of seconds"

static const struct verb_option main_options[] = {
    OPTION_IMAGE("an image that may be in the device, for the names in reports; may be given more "
                 "than once"),
    {.name = "timeout",
     .letter = 't',
     .argument = "SECONDS",
     .text = "end the run after this time: send SIGTERM to all processes of COMMAND",
     TAKEN_BY(take_timeout),
     SECONDS_EXPECTED},
    {.name = "format",
     .argument = "FORMAT",
     .text = "github: print annotations for GitHub Actions, each at the file and line of a crash; "
             "text (default): none",
     TAKEN_BY(take_format),
     .expected = "text or github",
     .choice = format_word},
    {.name = "junit",
     .argument = "FILE",
     .text =
         "write a JUnit XML report with one test case, for GitLab, Jenkins and others. It has the "
         "last lines of the output.",
     STORES_WORD(junit)},
    {.name = "sarif",
     .argument = "FILE",
     .text = "write a SARIF 2.1.0 log with a result and its stack for each crash",
     STORES_WORD(sarif)},
    {.name = "json",
     .letter = 'j',
     .text = "print the summary as a JSON object on standard output. All other output, also that "
             "of the command, goes to standard error.",
     SETS_FLAG(json)},
    {.name = "output",
     .letter = 'o',
     .argument = "LOG",
     .text = "also write the output to LOG, which `bobbin decode` reads",
     STORES_WORD(output)},
    {.name = "hide-reports",
     .text = "do not pass on lines that start with %bobbin: only the backtrace of a report is seen",
     SETS_FLAG(hide_reports)},
    {0},
};

static const struct verb_option rare_options[] = {
    {.name = "serial",
     .argument = "DEVICE[:BAUD]",
     .text = "read this serial port, 8N1, default 115200 baud. COMMAND may be missing; or it "
             "flashes or starts the device: then reading goes on after COMMAND has succeeded.",
     STORES_WORD(serial)},
    {.name = "until",
     .argument = "TEXT",
     .text = "the run passes and ends when a line has TEXT; it fails if TEXT does not arrive",
     STORES_WORD(until)},
    {.name = "after-crash",
     .argument = "SECONDS",
     .text = "end the run this time after a crash report. Without this option the run goes on, "
             "because the device may start again.",
     TAKEN_BY(take_after_crash),
     SECONDS_EXPECTED},
    {.name = "kill-after",
     .argument = "SECONDS",
     .text = "time from SIGTERM to SIGKILL, for commands that ignore SIGTERM; default 5",
     TAKEN_BY(take_kill_after),
     SECONDS_EXPECTED},
    {.name = "name",
     .argument = "NAME",
     .text = "name of the run in output files; default: the words of COMMAND",
     STORES_WORD(name)},
    {.name = "debug-file",
     .argument = "FILE",
     .text = "take names from FILE if IMAGE has been stripped, as `bobbin help decode` explains",
     APPENDS_WORD(debug_files)},
    {0},
};

static const struct option_group options_of_run[] = {
    {"options", main_options},
    {"rare options", rare_options},
    {0},
};

/* ---- help -------------------------------------------------------------------------------- */

static const struct help_line json_lines[] = {
    {NULL, "{name, result, status, message, seconds, timed_out, command_status, command_signal, "
           "reports_count, lines_damaged, reports: [{message, file, line, function, image_found, "
           "report}]}. RESULT is passed, crashed, timed-out, failed (by itself), text-missing (of "
           "--until), interrupted, not-started or error (of bobbin). REPORT is what `bobbin decode "
           "--json` prints. At most 100 reports have details."},
    {0},
};

static const struct help_section sections[] = {{"JSON", json_lines}, {0}};

static const struct help_line statuses[] = {
    {"0", "COMMAND ended with status 0, or the TEXT of --until arrived; and no crash report"},
    {"1", "COMMAND ended with status 0, but the TEXT of --until did not arrive"},
    {"2", "wrong usage: an option or an argument is wrong. COMMAND was not started"},
    {"121", "a crash report arrived, or damaged lines of one, however COMMAND ended"},
    {"124", "the run took longer than --timeout, and no crash report arrived"},
    {"125", "a file, a serial port or the output cannot be read or written"},
    {"126", "COMMAND cannot be started"},
    {"127", "COMMAND was not found"},
    {"128+N", "signal N ended COMMAND, or told bobbin to end"},
    {"other", "the status of COMMAND, which failed by itself. If COMMAND uses one of the numbers "
              "above, the last line of the summary and the RESULT of --json tell them apart"},
    {0},
};

const struct verb verb_run = {
    .name = "run",
    .summary = "run firmware, in CI for example, and decode its crashes",
    .usage = {"[--image=IMAGE]... [options] [--] COMMAND [ARGUMENT]...",
              "[--image=IMAGE]... [options] --serial=DEVICE[:BAUD] [COMMAND...]"},
    .description =
        "Runs COMMAND, for example QEMU, and passes its output through at once. Each crash report "
        "in the output is printed as a backtrace as soon as it is complete. At the end, a summary "
        "on standard error has a line for each crash and one for the run. The image with the "
        "build id of the report gives the names.\n\n"
        "COMMAND has the standard input of bobbin, and a process group of its own. SIGINT, SIGTERM "
        "and SIGHUP are sent on to all processes that COMMAND has started. If such processes still "
        "hold the output one second after COMMAND has ended, they are ended, too. Programs that "
        "buffer their output in a pipe show it late; for these, use `stdbuf -oL COMMAND`.\n\n"
        "File names in annotations are relative to the repository: to GITHUB_WORKSPACE or "
        "CI_PROJECT_DIR, or else to the current folder.",
    .options = options_of_run,
    .sections = sections,
    .examples =
        {
            {"a script that starts the firmware in QEMU, at most 60 seconds",
             "bobbin run --image=firmware.elf --timeout=60 -- sh run-tests.sh"},
            {"in a job of GitHub Actions",
             "bobbin run --image=firmware.elf -t 60 --format=github -- sh run-tests.sh"},
            {"in a job of GitLab CI",
             "bobbin run --image=firmware.elf -t 60 --junit=junit.xml -- sh run-tests.sh"},
        },
    .statuses = statuses,
    .takes_command = true,
    .conflict = conflict,
    .run = run,
};
