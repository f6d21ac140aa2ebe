/* SPDX-License-Identifier: MIT */
/* A record is complete when its bytes have the CRC that its header says. */
#include "record/record_collect.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "util/base64.h"

static struct collected_record *find(struct record_collector *collector, const char *token)
{
    for (size_t i = 0; i < RECORD_COLLECT_MAX; i++)
        if (collector->records[i].used && strcmp(collector->records[i].token, token) == 0)
            return &collector->records[i];
    return NULL;
}

/* A free place; else that of the record whose last line is the oldest. */
static struct collected_record *begin(struct record_collector *collector, const char *token,
                                      unsigned long log_line)
{
    struct collected_record *oldest = &collector->records[0];

    for (size_t i = 1; i < RECORD_COLLECT_MAX && oldest->used; i++)
        if (!collector->records[i].used || collector->records[i].touched < oldest->touched)
            oldest = &collector->records[i];
    memset(oldest, 0, sizeof(*oldest));
    oldest->used = true;
    oldest->log_line = log_line;
    strncpy(oldest->token, token, RECORD_TOKEN_MAX);
    return oldest;
}

/* "OFFSET BASE64" */
static bool parse(const char *fields, uint32_t *offset, uint8_t bytes[RECORD_BYTES_MAX],
                  size_t *size_bytes)
{
    char *end;
    unsigned long value = strtoul(fields, &end, 16);

    *offset = (uint32_t)value;
    return end > fields && *end == ' ' && value < RECORD_BYTES_MAX &&
           base64_read(end + 1, bytes, RECORD_BYTES_MAX - value, size_bytes);
}

static uint32_t header_length(const struct collected_record *record)
{
    uint32_t lengths[2];

    for (uint32_t i = 0; i < RECORD_HEADER_BYTES; i++)
        if (!record->present[i])
            return 0;
    for (uint32_t i = 0; i < 2; i++)
        lengths[i] = bytes_u16(record->bytes + RECORD_AT_END + i * RECORD_END_BYTES);
    return lengths[0] > lengths[1] ? lengths[0] : lengths[1];
}

static uint32_t missing_bytes(const struct collected_record *record, uint32_t length)
{
    uint32_t missing = 0;

    for (uint32_t i = 0; i < length && i < RECORD_BYTES_MAX; i++)
        missing += !record->present[i];
    return missing;
}

static bool is_complete(const struct collected_record *record, struct record_view *view)
{
    uint32_t length = header_length(record);

    return length && missing_bytes(record, length) == 0 &&
           record_open(view, record->bytes, RECORD_BYTES_MAX) == RECORD_OK;
}

enum record_collected record_collect(struct record_collector *collector, const char *token,
                                     const char *fields, unsigned long log_line,
                                     struct record_view *view)
{
    uint8_t bytes[RECORD_BYTES_MAX];
    size_t size_bytes;
    uint32_t offset;
    struct collected_record *record = find(collector, token);

    if (!parse(fields, &offset, bytes, &size_bytes))
        return RECORD_COLLECTED_ODD;
    if (!record)
        record = begin(collector, token, log_line);
    record->touched = ++collector->lines;
    if (is_complete(record, view))
        return RECORD_COLLECTED_REPEATED;
    memcpy(record->bytes + offset, bytes, size_bytes);
    memset(record->present + offset, 1, size_bytes);
    return is_complete(record, view) ? RECORD_COLLECTED_RECORD : RECORD_COLLECTED_LINE;
}

const struct collected_record *record_collect_rest(struct record_collector *collector,
                                                   uint32_t *missing)
{
    struct record_view view;

    for (size_t i = 0; i < RECORD_COLLECT_MAX; i++) {
        struct collected_record *record = &collector->records[i];
        if (!record->used)
            continue;
        record->used = false;
        if (is_complete(record, &view))
            continue;
        *missing = missing_bytes(record, header_length(record));
        return record;
    }
    return NULL;
}
