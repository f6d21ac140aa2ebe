/* SPDX-License-Identifier: MIT */
/* bobbin run: its options and its help. */
#include <string.h>

#include "cli/runner.h"
#include "cli/verb.h"

#define SECONDS_MAX 1e6

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
              "[--image=IMAGE]... [options] --serial=DEVICE[:BAUD] [COMMAND]"},
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
    .run = runner_run,
};
