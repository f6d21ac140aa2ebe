/* SPDX-License-Identifier: MIT */
/*
 * Writes a profile as a capture for a file or a text log: of each section the records in use, then
 * the section's CRC. Samples may be taken meanwhile.
 */
#include "../format/crc32.h"
#include "profile_internal.h"

enum { PARTS = PROFILE_CAPTURE_PARTS, STAGE_WORDS = PROFILE_CONTEXT_BYTES / 4 };
_Static_assert(PARTS == (int)PROFILE_PART_INDEX, "all but INDEX");
_Static_assert(STAGE_WORDS == sizeof(((struct bobbin_capture *)0)->stage) / 4, "a record");

/* Reads a counter. The fence stops the compiler from moving later reads before this read. */
static uint32_t counter(const struct bobbin_capture *capture, enum profile_counter which)
{
    uint32_t value = profile_load(&capture->profile->counters[which]);

    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return value;
}

static uint32_t at_most(uint32_t value, uint32_t max)
{
    return value < max ? value : max;
}

/*
 * Sets how many records to write. A sample may be taken between two of these reads. So a section
 * whose records refer to another section is counted first: raw samples, then nodes, then contexts.
 */
static void count_records(struct bobbin_capture *capture)
{
    const struct bobbin_profile *profile = capture->profile;

    capture->ring_end = counter(capture, PROFILE_COUNTER_RING_WRITTEN);
    capture->records[PROFILE_PART_RING] = at_most(capture->ring_end, profile->ring_max);
    capture->records[PROFILE_PART_NODES] =
        at_most(counter(capture, PROFILE_COUNTER_NODES), profile->nodes_max);
    capture->records[PROFILE_PART_CONTEXTS] =
        at_most(counter(capture, PROFILE_COUNTER_CONTEXTS), profile->contexts_max);
    capture->records[PROFILE_PART_COSTS] = profile->costs_max;
    capture->records[PROFILE_PART_COUNTERS] = PROFILE_COUNTERS;
}

void bobbin_capture_begin(struct bobbin_capture *capture, struct bobbin_profile *profile)
{
    uint32_t *live = (uint32_t *)(void *)profile->header;
    volatile uint8_t *header = capture->header;

    capture->profile = profile;
    capture->section = capture->record = 0;
    capture->whole = capture->charged = capture->gone = capture->crc = 0;
    count_records(capture);
    capture->header_bytes = PROFILE_HEADER_DIRECTORY + PARTS * PROFILE_ENTRY_BYTES;
    for (uint32_t i = 0; i < capture->header_bytes; i++)
        header[i] = profile->header[i];
    header[PROFILE_HEADER_FLAGS] &= (uint8_t)~PROFILE_FLAG_LIVE;
    capture->size_bytes = profile_directory(capture->header, capture->records, PARTS);
    profile_seal(capture->header, capture->header_bytes);
    capture->staged = capture->header;
    capture->staged_bytes = capture->header_bytes;
    live[PROFILE_HEADER_SNAPSHOT / 4]++;
    profile_seal(profile->header, PROFILE_HEADER_BYTES);
}

/* ---- one record of each part ---------------------------------------------------------------- */

/* The next raw sample, or PROFILE_AT_NOWHERE if a newer sample has overwritten it meanwhile. */
static uint32_t stage_raw(struct bobbin_capture *capture)
{
    const struct bobbin_profile *profile = capture->profile;
    uint32_t number = capture->ring_end - capture->records[PROFILE_PART_RING] + capture->record;
    const struct bobbin_profile_raw *raw = &profile->ring[number & (profile->ring_max - 1)];

    capture->stage[0] = profile_load(&raw->time);
    capture->stage[1] = profile_load(&raw->at);
    if (counter(capture, PROFILE_COUNTER_RING_WRITTEN) - number > profile->ring_max) {
        capture->stage[1] = PROFILE_AT_NOWHERE;
        capture->gone++;
    }
    return PROFILE_RAW_BYTES;
}

static uint32_t stage_context(struct bobbin_capture *capture)
{
    const struct bobbin_profile_context *context = &capture->profile->contexts[capture->record];
    const uint32_t *word = (const uint32_t *)(const void *)context;

    for (uint32_t i = 0; i < STAGE_WORDS; i++)
        capture->stage[i] = profile_load(&word[i]);
    capture->charged += capture->stage[PROFILE_CONTEXT_CHARGED / 4];
    return PROFILE_CONTEXT_BYTES;
}

static uint32_t stage_node(struct bobbin_capture *capture)
{
    const struct bobbin_profile_node *node = &capture->profile->nodes[capture->record];

    capture->stage[0] = node->parent;
    capture->stage[1] = node->pc;
    capture->stage[2] = profile_load(&node->count);
    capture->stage[3] = profile_load(&node->charged);
    capture->whole += capture->stage[2];
    capture->charged += capture->stage[3];
    return PROFILE_NODE_BYTES;
}

static uint32_t stage_cost(struct bobbin_capture *capture)
{
    const struct bobbin_profile_cost *cost = &capture->profile->costs[capture->record];

    capture->stage[0] = profile_load(&cost->samples);
    capture->stage[1] = profile_load(&cost->worst);
    capture->stage[2] = profile_load(&cost->low);
    capture->stage[3] = profile_load(&cost->high);
    return PROFILE_COST_BYTES;
}

/*
 * The next counter. The counters of samples, contexts, nodes and RING equal the records that were
 * written. The other counters have their current value.
 */
static uint32_t stage_counter(struct bobbin_capture *capture)
{
    uint32_t value = counter(capture, capture->record);

    switch (capture->record) {
    case PROFILE_COUNTER_TAKEN:
        value = capture->whole + capture->charged + counter(capture, PROFILE_COUNTER_DROPPED);
        break;
    case PROFILE_COUNTER_WHOLE:
        value = capture->whole;
        break;
    case PROFILE_COUNTER_CHARGED:
        value = capture->charged;
        break;
    case PROFILE_COUNTER_CONTEXTS:
        value = capture->records[PROFILE_PART_CONTEXTS];
        break;
    case PROFILE_COUNTER_NODES:
        value = capture->records[PROFILE_PART_NODES];
        break;
    case PROFILE_COUNTER_RING_WRITTEN:
        value = capture->ring_end;
        break;
    case PROFILE_COUNTER_RING_OVERWRITTEN:
        value = capture->ring_end - capture->records[PROFILE_PART_RING] + capture->gone;
        break;
    case PROFILE_COUNTER_NOW:
        value = profile_now(capture->profile);
        break;
    }
    capture->stage[0] = value;
    return sizeof(value);
}

static uint32_t stage_record(struct bobbin_capture *capture)
{
    switch (capture->section) {
    case PROFILE_PART_RING:
        return stage_raw(capture);
    case PROFILE_PART_CONTEXTS:
        return stage_context(capture);
    case PROFILE_PART_NODES:
        return stage_node(capture);
    case PROFILE_PART_COSTS:
        return stage_cost(capture);
    default:
        return stage_counter(capture);
    }
}

/* ---- the stream of bytes -------------------------------------------------------------------- */

/*
 * Stages the next record, or the CRC after the last record of a section. Returns false at the end
 * of the capture.
 */
static bool stage_next(struct bobbin_capture *capture)
{
    if (capture->section == PARTS)
        return false;
    capture->staged = (const uint8_t *)capture->stage;
    if (capture->record < capture->records[capture->section]) {
        capture->staged_bytes = stage_record(capture);
        capture->crc = bobbin_crc32(capture->crc, capture->stage, capture->staged_bytes);
        capture->record++;
    } else {
        capture->stage[0] = capture->crc;
        capture->staged_bytes = sizeof(capture->crc);
        capture->crc = capture->record = 0;
        capture->section++;
    }
    return true;
}

uint32_t bobbin_capture_next(struct bobbin_capture *capture, uint8_t *out, uint32_t size_bytes)
{
    volatile uint8_t *to = out;
    uint32_t count = 0;

    while (count < size_bytes && (capture->staged_bytes > 0 || stage_next(capture))) {
        to[count++] = *capture->staged++;
        capture->staged_bytes--;
    }
    return count;
}
