/* SPDX-License-Identifier: MIT */
#include "run/output_tail.h"

#include <string.h>

static void drop_old_bytes(struct output_tail *tail)
{
    size_t excess = tail->size - OUTPUT_TAIL_BYTES_MAX;

    memmove(tail->bytes, tail->bytes + excess, OUTPUT_TAIL_BYTES_MAX);
    tail->size = OUTPUT_TAIL_BYTES_MAX;
    tail->cut = true;
}

void output_tail_add(struct output_tail *tail, const char *bytes, size_t size)
{
    if (size > OUTPUT_TAIL_BYTES_MAX) {
        bytes += size - OUTPUT_TAIL_BYTES_MAX;
        size = OUTPUT_TAIL_BYTES_MAX;
        tail->size = 0;
        tail->cut = true;
    }
    if (size == 0)
        return;
    if (tail->size + size > sizeof(tail->bytes) - 1)
        drop_old_bytes(tail);
    memcpy(tail->bytes + tail->size, bytes, size);
    tail->size += size;
}

const char *output_tail_text(struct output_tail *tail)
{
    char *start = tail->bytes;
    const char *line;

    for (size_t i = 0; i < tail->size; i++)
        if (tail->bytes[i] == '\0')
            tail->bytes[i] = '?';
    if (tail->size > OUTPUT_TAIL_BYTES_MAX)
        drop_old_bytes(tail);
    tail->bytes[tail->size] = '\0';
    line = tail->cut ? strchr(start, '\n') : NULL;
    return line && line[1] ? line + 1 : start;
}
