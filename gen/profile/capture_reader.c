/* SPDX-License-Identifier: MIT */
/* Reads one capture: checks header and sections, and gives access to the records that arrived. */
#include "profile/capture_reader.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "core/format/bytes.h"

/* Minimum size in bytes of a record that this reader can read, for each type of section. */
static const uint32_t record_bytes_min[] = {
    [PROFILE_SECTION_COUNTERS] = 4,
    [PROFILE_SECTION_CONTEXTS] = PROFILE_CONTEXT_BYTES,
    [PROFILE_SECTION_NODES] = PROFILE_NODE_BYTES,
    [PROFILE_SECTION_RING] = PROFILE_RAW_BYTES,
    [PROFILE_SECTION_COSTS] = PROFILE_COST_BYTES,
    [PROFILE_SECTION_INDEX] = 0,
};
#define SECTIONS_KNOWN (sizeof(record_bytes_min) / sizeof(record_bytes_min[0]))

static bool has_arrived(const struct capture_bytes *in, uint64_t offset, uint64_t size_bytes)
{
    if (offset > in->size_bytes || size_bytes > in->size_bytes - offset)
        return false;
    return !in->absent || size_bytes == 0 || !memchr(in->absent + offset, 1, size_bytes);
}

/* ---- the header ------------------------------------------------------------------------------ */

bool capture_begins(const struct capture_bytes *in)
{
    uint32_t header_bytes, crc;

    if (!has_arrived(in, 0, PROFILE_HEADER_SECTIONS) || bytes_u32(in->bytes) != PROFILE_MAGIC)
        return false;
    header_bytes = bytes_u16(in->bytes + PROFILE_HEADER_HEADER_BYTES);
    if (header_bytes < PROFILE_HEADER_DIRECTORY || header_bytes > PROFILE_HEADER_BYTES_MAX ||
        !has_arrived(in, 0, header_bytes))
        return false;
    crc = (uint32_t)crc32(0, in->bytes, PROFILE_HEADER_CRC);
    crc = (uint32_t)crc32(crc, in->bytes + PROFILE_HEADER_SECTIONS,
                          header_bytes - PROFILE_HEADER_SECTIONS);
    return crc == bytes_u32(in->bytes + PROFILE_HEADER_CRC);
}

uint32_t capture_size_bytes(const struct capture_bytes *in)
{
    uint32_t size_bytes = bytes_u32(in->bytes + PROFILE_HEADER_SIZE);
    uint32_t header_bytes = bytes_u16(in->bytes + PROFILE_HEADER_HEADER_BYTES);

    return size_bytes > header_bytes ? size_bytes : header_bytes;
}

static void read_header(struct capture *capture, const uint8_t *header)
{
    capture->size_bytes = bytes_u32(header + PROFILE_HEADER_SIZE);
    capture->build_id_size = bytes_u16(header + PROFILE_HEADER_BUILD_ID_SIZE);
    memcpy(capture->build_id, header + PROFILE_HEADER_BUILD_ID, PROFILE_BUILD_ID_MAX);
    capture->flags = bytes_u32(header + PROFILE_HEADER_FLAGS);
    capture->processor = bytes_u16(header + PROFILE_HEADER_PROCESSOR);
    capture->processors = bytes_u16(header + PROFILE_HEADER_PROCESSORS);
    capture->clock_hz = bytes_u32(header + PROFILE_HEADER_CLOCK_HZ);
    capture->timer_hz = bytes_u32(header + PROFILE_HEADER_TIMER_HZ);
    capture->period_ticks = bytes_u32(header + PROFILE_HEADER_PERIOD_TICKS);
    capture->run = bytes_u32(header + PROFILE_HEADER_RUN);
    capture->epoch = bytes_u32(header + PROFILE_HEADER_EPOCH);
    capture->snapshot = bytes_u32(header + PROFILE_HEADER_SNAPSHOT);
}

static bool header_is_valid(const struct capture *capture, const uint8_t *header)
{
    uint32_t header_bytes = bytes_u16(header + PROFILE_HEADER_HEADER_BYTES);
    uint32_t sections = bytes_u16(header + PROFILE_HEADER_SECTIONS);

    return capture->build_id_size <= PROFILE_BUILD_ID_MAX && sections <= PROFILE_SECTIONS_MAX &&
           PROFILE_HEADER_DIRECTORY + sections * PROFILE_ENTRY_BYTES <= header_bytes &&
           header_bytes <= capture->size_bytes;
}

/* ---- sections -------------------------------------------------------------------------------- */

struct section_entry {
    uint32_t type, flags, record_bytes, offset, size_bytes;
};

static struct section_entry read_entry(const uint8_t *header, uint32_t number)
{
    const uint8_t *at = header + PROFILE_HEADER_DIRECTORY + (size_t)number * PROFILE_ENTRY_BYTES;

    return (struct section_entry){
        .type = bytes_u16(at + PROFILE_ENTRY_TYPE),
        .flags = bytes_u16(at + PROFILE_ENTRY_FLAGS),
        .record_bytes = bytes_u16(at + PROFILE_ENTRY_RECORD_BYTES),
        .offset = bytes_u32(at + PROFILE_ENTRY_OFFSET),
        .size_bytes = bytes_u32(at + PROFILE_ENTRY_SIZE),
    };
}

/* The size of the section with its padding. */
static uint64_t padded(const struct section_entry *entry)
{
    return ((uint64_t)entry->size_bytes + 3) & ~3ull;
}

/* Whether ENTRY describes a valid section that fits into the capture with its checksum. */
static bool entry_is_valid(const struct capture *capture, const struct section_entry *entry)
{
    return entry->record_bytes >= record_bytes_min[entry->type] && entry->record_bytes &&
           entry->size_bytes % entry->record_bytes == 0 &&
           entry->offset + padded(entry) + 4 <= capture->size_bytes;
}

/*
 * Returns false if the whole section arrived and its checksum is wrong. An incomplete section
 * cannot be checked, but each of its log lines was checked.
 */
static bool checksum_agrees(const struct capture_bytes *in, const struct section_entry *entry)
{
    if (!has_arrived(in, entry->offset, padded(entry) + 4))
        return true;
    return (uint32_t)crc32(0, in->bytes + entry->offset, (uInt)padded(entry)) ==
           bytes_u32(in->bytes + entry->offset + padded(entry));
}

static void read_section(struct capture *capture, const struct capture_bytes *in,
                         const struct section_entry *entry, struct capture_section *section)
{
    uint64_t end = (uint64_t)entry->offset + entry->size_bytes;
    bool is_live = capture->flags & PROFILE_FLAG_LIVE;

    if (!entry_is_valid(capture, entry) || (!is_live && !checksum_agrees(in, entry))) {
        capture->damaged = true;
        return;
    }
    if (!has_arrived(in, entry->offset, padded(entry) + 4))
        capture->damaged = true;
    if (entry->offset >= in->size_bytes)
        return;
    if (end > in->size_bytes)
        end = in->size_bytes;
    section->bytes = in->bytes + entry->offset;
    section->absent = in->absent ? in->absent + entry->offset : NULL;
    section->record_bytes = entry->record_bytes;
    section->slots = entry->size_bytes / entry->record_bytes;
    section->count = (uint32_t)(end - entry->offset) / entry->record_bytes;
}

const uint8_t *capture_record(const struct capture_section *section, uint32_t number)
{
    size_t offset = (size_t)number * section->record_bytes;

    if (number >= section->count ||
        (section->absent && memchr(section->absent + offset, 1, section->record_bytes)))
        return NULL;
    return section->bytes + offset;
}

bool capture_ring_number(const struct capture *capture, uint32_t slot, uint32_t *number)
{
    uint32_t written = capture->counters[PROFILE_COUNTER_RING_WRITTEN];
    uint32_t slots = capture->ring.slots;

    if (!capture->counters_known || slot >= slots)
        return false;
    if (written < slots) {
        *number = slot;
        return slot < written;
    }
    if (capture->flags & PROFILE_FLAG_LIVE)
        slot = (uint32_t)(((uint64_t)slot + slots - written % slots) % slots);
    *number = written - slots + slot;
    return true;
}

static void read_counters(struct capture *capture, const struct capture_section *counters)
{
    capture->counters_known = counters->count > PROFILE_COUNTER_NODES;
    for (uint32_t i = 0; i < PROFILE_COUNTERS && i < counters->count; i++) {
        const uint8_t *record = capture_record(counters, i);
        capture->counters[i] = record ? bytes_u32(record) : 0;
        capture->counters_known = capture->counters_known && record;
    }
    if (!capture->counters_known)
        memset(capture->counters, 0, sizeof(capture->counters));
}

/* Shortens a section of a live capture to the records in use. */
static void limit_to_used(struct capture_section *section, uint32_t used)
{
    if (section->count > used)
        section->count = used;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static const char *read_directory(struct capture *capture, const struct capture_bytes *in)
{
    struct capture_section sections[SECTIONS_KNOWN] = {0};
    uint32_t count = bytes_u16(in->bytes + PROFILE_HEADER_SECTIONS);

    for (uint32_t i = 0; i < count; i++) {
        struct section_entry entry = read_entry(in->bytes, i);
        if (entry.type < SECTIONS_KNOWN)
            read_section(capture, in, &entry, &sections[entry.type]);
        else if (entry.flags & PROFILE_ENTRY_REQUIRED)
            return "it has a required part that this version of bobbin cannot read";
    }
    read_counters(capture, &sections[PROFILE_SECTION_COUNTERS]);
    capture->contexts = sections[PROFILE_SECTION_CONTEXTS];
    capture->nodes = sections[PROFILE_SECTION_NODES];
    capture->ring = sections[PROFILE_SECTION_RING];
    capture->costs = sections[PROFILE_SECTION_COSTS];
    if (capture->counters_known) {
        limit_to_used(&capture->contexts, capture->counters[PROFILE_COUNTER_CONTEXTS]);
        limit_to_used(&capture->nodes, capture->counters[PROFILE_COUNTER_NODES]);
    } else {
        capture->damaged = true;
    }
    return NULL;
}

const char *capture_open(struct capture *capture, const struct capture_bytes *in)
{
    if (!capture_begins(in))
        return "its header is damaged";
    if (in->bytes[PROFILE_HEADER_MAJOR] != PROFILE_MAJOR)
        return "its format is newer than this version of bobbin";
    read_header(capture, in->bytes);
    if (!header_is_valid(capture, in->bytes))
        return "its header has invalid values";
    return read_directory(capture, in);
}
