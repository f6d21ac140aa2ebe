/* SPDX-License-Identifier: MIT */
#include "report/report_warner.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/diag.h"

#define WARNINGS_MAX 20

void report_warn(struct report_warner *warner, unsigned long log_line, const char *format, ...)
{
    char text[256];
    va_list arguments;

    if (++warner->count == WARNINGS_MAX + 1)
        diag_note(NULL, "more errors of reports are not shown");
    if (warner->count > WARNINGS_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    diag_error(warner->path, "line %lu: %s", log_line, text);
}
