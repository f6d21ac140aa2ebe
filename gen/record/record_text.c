/* SPDX-License-Identifier: MIT */
/* Gives the lines of a record to the reader of logs, which knows all types of lines. */
#include "record/record_text.h"

#include <stdio.h>

bool record_text(struct buffer *out, const struct record_view *view)
{
    struct record_lines lines;
    uint32_t length;

    record_lines_begin(&lines, view);
    while ((length = record_lines_next(&lines)) > 0) {
        buffer_put(out, lines.out.line, length);
        buffer_u8(out, '\n');
    }
    return !lines.damaged;
}

const char *record_origin(char text[RECORD_ORIGIN_BYTES], const struct record_view *view)
{
    const struct bobbin_record_counters *counters = &view->counters;
    char boot[32] = "";

    if (counters->boots)
        snprintf(boot, sizeof(boot), "boot %u, ", counters->boots);
    snprintf(text, RECORD_ORIGIN_BYTES,
             "record %u: %sreport %u, %u since the firmware was last alive; %u boot%s before ended "
             "with a report",
             view->sequence, boot, counters->crashes, counters->crashes_since_alive,
             counters->crash_boots, counters->crash_boots == 1 ? "" : "s");
    return text;
}
