/* SPDX-License-Identifier: MIT */
/* Copies the lines of a report into a record, on their way to the sink of the firmware. */
#include <bobbin/record.h>

#include <stddef.h>

#include "../../core/format/crc32.h"
#include "../../core/record/record_encode.h"
#include "../common/report_hash.h"
#include "handed_over.h"

/* Unlikely values, because a wild store may have overwritten the state before the crash. */
enum {
    RECORDER_OPEN = 0x0b0bec01, /* a record is under way */
    RECORDER_BUSY = 0x0b0bec02, /* it is being written: a fault there must not come back */
};

static struct {
    volatile uint32_t state;
    struct record_encoder encoder;
} recorder;

const char *bobbin_record_handed_over;

static bool begin_record(const struct record_line *first)
{
    const struct bobbin_record_config *config = &bobbin_record_config;
    struct bobbin_record_counters counters;
    uint32_t sequence, capacity;
    uint8_t *record = config->sink->begin(config->device, &counters, &sequence, &capacity);

    if (record)
        record_encode_begin(&recorder.encoder, record, capacity, sequence, &counters, first);
    return record != NULL;
}

/* Adds LINE to the record. False if there is no record. */
static bool add_line(const struct record_line *line)
{
    uint32_t state = recorder.state;

    if (state == RECORDER_BUSY)
        return false;
    recorder.state = RECORDER_BUSY;
    if (record_line_is_first(line))
        state = begin_record(line) ? RECORDER_OPEN : 0;
    if (state == RECORDER_OPEN) {
        record_encode_line(&recorder.encoder, line);
        bobbin_record_config.sink->line(bobbin_record_config.device, recorder.encoder.record,
                                        recorder.encoder.size);
    }
    recorder.state = state;
    return state == RECORDER_OPEN;
}

/*
 * Mixes what is counted over all boots into the token of a report: without it, a device that
 * crashes in each boot may send reports with equal tokens.
 */
uint32_t bobbin_report_hash(uint32_t hash, const void *bytes, uint32_t size_bytes)
{
    struct bobbin_record_counters counters;
    uint32_t state = recorder.state;

    if (hash == 0 && state != RECORDER_BUSY && state != RECORDER_OPEN) {
        recorder.state = RECORDER_BUSY;
        bobbin_record_count(&counters);
        recorder.state = state;
        hash = bobbin_crc32(0, &counters, sizeof(counters));
    }
    return bobbin_crc32(hash, bytes, size_bytes);
}

static bool begins_with(const struct record_line *line, const char *text)
{
    uint32_t i = 0;

    while (text[i] && i < line->text_length && line->text[i] == text[i])
        i++;
    return !text[i];
}

static bool ends_stage(const struct record_line *line)
{
    return begins_with(line, "frame 0 ") || begins_with(line, "stop ") || begins_with(line, "end ");
}

void bobbin_record_put(const char *bytes, uint32_t size_bytes)
{
    struct record_line line;
    uint32_t length = size_bytes;
    bool added;

    while (length > 0 && (bytes[length - 1] == '\r' || bytes[length - 1] == '\n'))
        length--;
    added = bytes != bobbin_record_handed_over && record_line_parse(&line, bytes, length) &&
            add_line(&line);
    bobbin_record_config.put(bytes, size_bytes);
    if (!added || !ends_stage(&line))
        return;
    recorder.state = RECORDER_BUSY;
    bobbin_record_config.sink->stage(bobbin_record_config.device, recorder.encoder.record,
                                     recorder.encoder.size);
    recorder.state = begins_with(&line, "end ") ? 0 : RECORDER_OPEN;
}
