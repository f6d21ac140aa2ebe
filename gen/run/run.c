/* SPDX-License-Identifier: MIT */
/* The loop of a run: output, signals and time limits. */
#include "run/run.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/*
 * After the command has ended, processes that it started may still hold its pipes. Their output is
 * read for this time.
 */
#define DRAIN_MS 1000

/* ---- time -------------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The time in SECONDS from now, or never (0) if SECONDS is 0. */
static int64_t time_after(double seconds)
{
    return seconds > 0 ? now_ms() + (int64_t)(seconds * 1000 + 0.999) : 0;
}

double run_seconds(const struct run *run)
{
    return (double)((run->stopped_ms ? run->stopped_ms : now_ms()) - run->started_ms) / 1000;
}

static bool is_due(int64_t time_ms)
{
    return time_ms && now_ms() >= time_ms;
}

/* How long poll may wait: until the next time limit. -1: forever. */
static int wait_ms(const struct run *run)
{
    const int64_t times[] = {run->timeout_ms, run->after_crash_ms, run->kill_ms, run->drain_ms};
    int64_t first = 0;
    int64_t left;

    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
        if (times[i] && (!first || times[i] < first))
            first = times[i];
    if (!first)
        return -1;
    left = first - now_ms();
    return left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
}

/* ---- ending ------------------------------------------------------------------------------ */

static void close_streams(struct run *run)
{
    for (int i = 0; i < RUN_STREAMS; i++)
        stream_close(&run->streams[i], &run->lines);
}

static bool is_open(const struct run *run)
{
    bool open = run->child.pid && !run->child.ended;

    for (int i = 0; i < RUN_STREAMS; i++)
        open |= run->streams[i].descriptor >= 0;
    return open;
}

/* Asks all processes of the command to end. Without a command the run ends at once. */
static void terminate(struct run *run, int signal)
{
    run->timeout_ms = run->after_crash_ms = run->drain_ms = 0;
    stream_close(&run->streams[RUN_SERIAL], &run->lines);
    child_signal(&run->child, signal);
    child_signal(&run->child, SIGCONT); /* a stopped process gets SIGNAL only then */
    if (!run->ending)
        run->kill_ms = now_ms() + (int64_t)(run->settings->kill_after_s * 1000);
    run->ending = true;
}

static void end_run(struct run *run, enum run_end reason)
{
    if (run->ending)
        return;
    run->end = reason;
    terminate(run, SIGTERM);
}

static void observe_limits(struct run *run)
{
    if (is_due(run->timeout_ms))
        end_run(run, RUN_END_TIMEOUT);
    if (is_due(run->after_crash_ms))
        end_run(run, RUN_END_CRASH);
    if (is_due(run->drain_ms))
        terminate(run, SIGTERM);
    if (!is_due(run->kill_ms))
        return;
    child_signal(&run->child, SIGKILL);
    run->kill_ms = 0;
    close_streams(run);
}

/* ---- events ------------------------------------------------------------------------------ */

/* The command has ended: what its processes still print is read for a short time. */
static void note_end_of_command(struct run *run)
{
    bool has_port = run->streams[RUN_SERIAL].descriptor >= 0;

    /* With a port, a command that has succeeded has started the device, for example. */
    if (!run->ending && !(has_port && run->child.exit_status == 0))
        run->drain_ms = now_ms() + DRAIN_MS;
}

static void take_signals(struct run *run)
{
    struct signalfd_siginfo info;
    bool ended = run->child.ended;

    while (read(run->signals, &info, sizeof(info)) == sizeof(info)) {
        int signal = (int)info.ssi_signo;
        if (signal == SIGCHLD)
            continue;
        if (!run->ending) {
            run->end = RUN_END_SIGNAL;
            run->signal = signal;
        }
        terminate(run, signal);
    }
    child_update(&run->child);
    if (run->child.ended && !ended)
        note_end_of_command(run);
}

static void take_output(struct run *run, const struct pollfd *events)
{
    for (int i = 0; i < RUN_STREAMS; i++)
        if (events[i].revents && run->streams[i].descriptor >= 0)
            stream_read(&run->streams[i], &run->lines, run->settings->until, &run->text_found);
    if (run->text_found)
        end_run(run, RUN_END_TEXT);
    for (int i = 0; i < 2; i++)
        if (run->targets[i].error)
            end_run(run, RUN_END_OUTPUT);
}

static void wait_for_events(struct run *run)
{
    struct pollfd events[RUN_STREAMS + 1];

    for (int i = 0; i < RUN_STREAMS; i++)
        events[i] = (struct pollfd){.fd = run->streams[i].descriptor, .events = POLLIN};
    events[RUN_STREAMS] = (struct pollfd){.fd = run->signals, .events = POLLIN};
    if (poll(events, RUN_STREAMS + 1, wait_ms(run)) > 0) {
        take_output(run, events);
        take_signals(run);
    }
    observe_limits(run);
}

/* ---- lines ------------------------------------------------------------------------------- */

static void copy_lines(struct run *run)
{
    output_tail_add(&run->tail, (const char *)run->lines.bytes, run->lines.size);
    if (!run->settings->log)
        return;
    fwrite(run->lines.bytes, 1, run->lines.size, run->settings->log);
    fflush(run->settings->log);
}

/* The read function of the file. 0: the end. */
static ssize_t read_lines(void *cookie, char *bytes, size_t size)
{
    struct run *run = cookie;

    if (run->lines_taken == run->lines.size)
        run->lines.size = run->lines_taken = 0;
    while (run->lines.size == 0 && is_open(run))
        wait_for_events(run);
    if (run->lines_taken == 0)
        copy_lines(run);
    if (size > run->lines.size - run->lines_taken)
        size = run->lines.size - run->lines_taken;
    if (size == 0)
        return 0;
    memcpy(bytes, run->lines.bytes + run->lines_taken, size);
    run->lines_taken += size;
    return (ssize_t)size;
}

FILE *run_open_lines(struct run *run)
{
    return fopencookie(run, "r", (cookie_io_functions_t){.read = read_lines});
}

void run_note_report(struct run *run)
{
    run->after_crash_ms = run->ending ? 0 : time_after(run->settings->after_crash_s);
}

void run_print(struct run *run, bool to_stderr, const char *text, size_t size)
{
    struct stream_target *to = &run->targets[to_stderr];

    stream_target_end_line(to);
    stream_target_write(to, text, size);
}

/* ---- start and finish -------------------------------------------------------------------- */

static void block_signals(struct run *run)
{
    static const int taken[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t mask;

    sigemptyset(&mask);
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
        sigaddset(&mask, taken[i]);
    sigprocmask(SIG_BLOCK, &mask, &run->mask);
    run->signals = signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
    signal(SIGPIPE, SIG_IGN);
}

void run_begin(struct run *run, const struct run_settings *settings, char *const *command, int port)
{
    struct stream_target *err = &run->targets[1];
    struct stream_target *out = &run->targets[settings->output_to_stderr];
    bool hide = settings->hide_reports;

    memset(run, 0, sizeof(*run));
    run->settings = settings;
    run->targets[0].descriptor = STDOUT_FILENO;
    run->targets[1].descriptor = STDERR_FILENO;
    run->child.out = run->child.err = -1;
    block_signals(run);
    run->started_ms = now_ms();
    if (command)
        run->start_error = child_start(&run->child, command, &run->mask);
    run->timeout_ms = time_after(settings->timeout_s);
    stream_open(&run->streams[RUN_OUT], run->child.out, out, hide);
    stream_open(&run->streams[RUN_ERR], run->child.err, err, hide);
    stream_open(&run->streams[RUN_SERIAL], port, out, hide);
    if (run->start_error)
        close_streams(run);
}

/* Whether standard output and standard error go to the same file or terminal. */
static bool is_one_log(void)
{
    struct stat out, err;

    return fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &err) == 0 &&
           out.st_dev == err.st_dev && out.st_ino == err.st_ino;
}

void run_finish(struct run *run)
{
    run->stopped_ms = now_ms();
    child_finish(&run->child, run->ending);
    if (is_one_log())
        stream_target_end_line(&run->targets[0]);
    stream_target_end_line(&run->targets[1]);
    close(run->signals);
    sigprocmask(SIG_SETMASK, &run->mask, NULL);
    free(run->lines.bytes);
}
