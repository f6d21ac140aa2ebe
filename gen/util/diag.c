/* SPDX-License-Identifier: MIT */
#include "util/diag.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "elf/image.h"

static void talk(const char *file, const char *level, const char *format, va_list arguments)
{
    diag_progress_end();
    fprintf(stderr, "%s: %s", file ? file : "bobbin", level);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int diag_error(const char *file, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    talk(file, "", format, arguments);
    va_end(arguments);
    return STATUS_BAD_INPUT;
}

static bool is_quiet;

void diag_set_quiet(bool quiet)
{
    is_quiet = quiet;
}

void diag_warning(const char *file, const char *format, ...)
{
    va_list arguments;

    if (is_quiet)
        return;
    va_start(arguments, format);
    talk(file, "warning: ", format, arguments);
    va_end(arguments);
}

void diag_warning_at(const struct image *image, uint32_t address, const char *format, ...)
{
    char name[256];
    char level[320];
    va_list arguments;

    if (is_quiet)
        return;
    image_name(image, address, name, sizeof(name));
    snprintf(level, sizeof(level), "0x%08x (%s): warning: ", address, name);
    va_start(arguments, format);
    talk(image->path, level, format, arguments);
    va_end(arguments);
}

/* Redrawing more often than this would cost more than it tells. */
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

void *must_realloc(void *old, size_t count, size_t size)
{
    void *memory = reallocarray(old, count ? count : 1, size);

    if (!memory)
        exit(diag_error(NULL, "out of memory"));
    return memory;
}

char *must_strdup(const char *text)
{
    size_t size = strlen(text) + 1;

    return memcpy(must_realloc(NULL, size, 1), text, size);
}
