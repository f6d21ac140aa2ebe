/* SPDX-License-Identifier: MIT */
/* What firmware calls at boot and later: the last record, and what is counted. */
#include <bobbin/record.h>

#include "../../core/record/record_base64.h"
#include "handed_over.h"
#include <stddef.h>

enum bobbin_record_memory bobbin_record_boot(enum bobbin_reset reset)
{
    return bobbin_record_config.sink->boot(bobbin_record_config.device, reset);
}

const char *bobbin_record_memory_text(enum bobbin_record_memory memory)
{
    static const char *const texts[] = {"retained", "new", "not retained", "changed"};

    return (uint32_t)memory < sizeof(texts) / sizeof(texts[0]) ? texts[memory] : "?";
}

void bobbin_record_count(struct bobbin_record_counters *out)
{
    bobbin_record_config.sink->count(bobbin_record_config.device, out);
}

void bobbin_record_alive(void)
{
    bobbin_record_config.sink->alive(bobbin_record_config.device);
}

static void put_line(struct record_out *out, void (*put)(const char *bytes, uint32_t size_bytes))
{
    out->line[out->length++] = '\r';
    out->line[out->length++] = '\n';
    bobbin_record_handed_over = out->line;
    put(out->line, out->length);
    bobbin_record_handed_over = NULL;
}

static void put_text(const struct record_view *view,
                     void (*put)(const char *bytes, uint32_t size_bytes))
{
    struct record_lines lines;

    record_lines_begin(&lines, view);
    while (record_lines_next(&lines) > 0)
        put_line(&lines.out, put);
}

static void put_base64(const struct record_view *view,
                       void (*put)(const char *bytes, uint32_t size_bytes))
{
    struct record_out out;

    for (uint32_t offset = 0; offset < view->size; offset += RECORD_LINE_BYTES)
        if (record_base64_line(&out, view, offset) > 0)
            put_line(&out, put);
}

bool bobbin_last_report(enum bobbin_record_form form,
                        void (*put)(const char *bytes, uint32_t size_bytes))
{
    struct record_view view;
    uint32_t size_bytes = 0;
    const uint8_t *record =
        bobbin_record_config.sink->newest(bobbin_record_config.device, &size_bytes);

    if (!record || record_open(&view, record, size_bytes) != RECORD_OK)
        return false;
    switch (form) {
    case BOBBIN_RECORD_TEXT:
        put_text(&view, put);
        break;
    case BOBBIN_RECORD_BASE64:
        put_base64(&view, put);
        break;
    case BOBBIN_RECORD_BYTES:
        put((const char *)record, view.size);
        break;
    }
    return true;
}
