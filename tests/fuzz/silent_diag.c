/* SPDX-License-Identifier: MIT */
/*
 * Replaces gen/util/diag.c in fuzzers: messages are discarded, so that sanitizer reports stay
 * visible.
 */
#include "util/diag.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

int diag_error(const char *file, const char *format, ...)
{
    (void)file;
    (void)format;
    return STATUS_BAD_INPUT;
}

void diag_warning(const char *file, const char *format, ...)
{
    (void)file;
    (void)format;
}

void diag_note(const char *file, const char *format, ...)
{
    (void)file;
    (void)format;
}

void diag_message(enum diag_level level, const char *file, const char *where, const char *format,
                  va_list arguments)
{
    (void)level;
    (void)file;
    (void)where;
    (void)format;
    (void)arguments;
}

bool diag_set_quiet(bool quiet)
{
    (void)quiet;
    return false;
}

void diag_progress(const char *what, uint64_t done, uint64_t total)
{
    (void)what;
    (void)done;
    (void)total;
}

void diag_progress_end(void)
{
}

void *must_realloc(void *old, size_t count, size_t size)
{
    void *block = reallocarray(old, count, size);

    if (!block)
        abort();
    return block;
}

char *must_strdup(const char *text)
{
    return strcpy(must_realloc(NULL, strlen(text) + 1, 1), text);
}
