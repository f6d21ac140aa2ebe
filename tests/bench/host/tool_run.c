/* SPDX-License-Identifier: MIT */
#include "tool_run.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static _Noreturn void execute(char *const *arguments)
{
    if (freopen("/dev/null", "w", stdout))
        execv(arguments[0], arguments);
    _exit(127);
}

struct tool_run tool_run(char *const *arguments)
{
    struct tool_run run = {0};
    double start_s = now_s();
    struct rusage usage = {0};
    int status = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0)
        execute(arguments);
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return run;
    run.good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    run.wall_s = now_s() - start_s;
    run.user_s = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
    run.peak_kib = (uint64_t)usage.ru_maxrss;
    return run;
}
