/* SPDX-License-Identifier: MIT */
/* Prints messages and progress on stderr. */
#include "util/diag.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static bool is_quiet;

bool diag_set_quiet(bool quiet)
{
    bool before = is_quiet;

    is_quiet = quiet;
    return before;
}

void diag_message(enum diag_level level, const char *file, const char *where, const char *format,
                  va_list arguments)
{
    static const char *const names[] = {"error", "warning", "note"};

    if (is_quiet && level != DIAG_ERROR)
        return;
    diag_progress_end();
    fprintf(stderr, "bobbin: %s: %s%s%s", names[level], file ? file : "", file ? ": " : "", where);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int diag_error(const char *file, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    diag_message(DIAG_ERROR, file, "", format, arguments);
    va_end(arguments);
    return STATUS_BAD_INPUT;
}

void diag_warning(const char *file, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    diag_message(DIAG_WARNING, file, "", format, arguments);
    va_end(arguments);
}

void diag_note(const char *file, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    diag_message(DIAG_NOTE, file, "", format, arguments);
    va_end(arguments);
}

/*
 * Minimum time between two updates of the progress line. More updates cost time and do not help the
 * user.
 */
#define PROGRESS_INTERVAL_MS 160

static bool progress_drawn;

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void diag_progress(const char *what, uint64_t done, uint64_t total)
{
    static int64_t drawn_ms;
    static int is_terminal = -1;
    int64_t now;

    if (is_terminal < 0)
        is_terminal = isatty(STDERR_FILENO);
    if (!is_terminal || total == 0)
        return;
    now = now_ms();
    if (now - drawn_ms < PROGRESS_INTERVAL_MS)
        return;
    drawn_ms = now;
    progress_drawn = true;
    fprintf(stderr, "\rbobbin: %s %3u %%", what, (unsigned)(done * 100 / total));
}

void diag_progress_end(void)
{
    if (progress_drawn)
        fputs("\r\033[K", stderr);
    progress_drawn = false;
}
