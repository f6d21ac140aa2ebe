/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "stacks.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/capture_format.h>

struct file {
    uint8_t *bytes;
    size_t size, capacity;
};

static bool read_all(struct file *file, const char *path)
{
    FILE *in = fopen(path, "rb");
    int c;

    if (!in)
        return diag_error(path, "%s", strerror(errno)), false;
    while ((c = getc(in)) != EOF)
        array_push(file->bytes, file->size, file->capacity, (uint8_t)c);
    fclose(in);
    return true;
}

static uint32_t u16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t u32(const uint8_t *p)
{
    return u16(p) | u16(p + 2) << 16;
}

struct section {
    const uint8_t *bytes;
    uint32_t records;
};

/* Checks that each byte is in the header or in a section, and that all checksums match. */
static bool check(const struct file *file)
{
    const uint8_t *p = file->bytes;
    uint32_t header_bytes, offset;
    uint32_t crc;

    if (file->size < PROFILE_HEADER_DIRECTORY || u32(p) != PROFILE_MAGIC ||
        u32(p + PROFILE_HEADER_SIZE) != file->size)
        return false;
    header_bytes = offset = u16(p + PROFILE_HEADER_HEADER_BYTES);
    crc = (uint32_t)crc32(crc32(0, p, 12), p + 16, header_bytes - 16);
    if (crc != u32(p + PROFILE_HEADER_CRC))
        return false;
    for (uint32_t i = 0; i < u16(p + PROFILE_HEADER_SECTIONS); i++) {
        const uint8_t *entry = p + PROFILE_HEADER_DIRECTORY + i * PROFILE_ENTRY_BYTES;
        uint32_t padded = (u32(entry + PROFILE_ENTRY_SIZE) + 3) & ~3u;
        if (u32(entry + PROFILE_ENTRY_OFFSET) != offset || padded > file->size - offset - 4 ||
            crc32(0, p + offset, padded) != u32(p + offset + padded))
            return false;
        offset += padded + 4;
    }
    return offset == file->size;
}

static struct section find(const struct file *file, uint32_t type, uint32_t record_bytes)
{
    for (uint32_t i = 0; i < u16(file->bytes + PROFILE_HEADER_SECTIONS); i++) {
        const uint8_t *entry = file->bytes + PROFILE_HEADER_DIRECTORY + i * PROFILE_ENTRY_BYTES;
        if (u16(entry) == type && u16(entry + PROFILE_ENTRY_RECORD_BYTES) == record_bytes)
            return (struct section){file->bytes + u32(entry + PROFILE_ENTRY_OFFSET),
                                    u32(entry + PROFILE_ENTRY_SIZE) / record_bytes};
    }
    return (struct section){NULL, 0};
}

/* Stores the stack of node NUMBER. Returns the number of its context. */
static uint32_t stack_of(const struct section *nodes, uint32_t number, uint32_t *pc,
                         uint32_t *frames)
{
    *frames = 0;
    while (!(number & PROFILE_AT_CONTEXT)) {
        const uint8_t *node = nodes->bytes + number * PROFILE_NODE_BYTES;
        if (*frames < STACK_FRAMES_MAX)
            pc[(*frames)++] = u32(node + PROFILE_NODE_PC) & ~PROFILE_PC_CALL;
        number = u32(node + PROFILE_NODE_PARENT);
    }
    return number & PROFILE_AT_NUMBER;
}

static bool read_nodes(struct capture *capture, const struct section *nodes,
                       const struct section *contexts)
{
    uint32_t pc[STACK_FRAMES_MAX], frames;

    for (uint32_t i = 0; i < nodes->records; i++) {
        const uint8_t *node = nodes->bytes + i * PROFILE_NODE_BYTES;
        uint32_t parent = u32(node + PROFILE_NODE_PARENT), context;
        uint64_t weight =
            (uint64_t)u32(node + PROFILE_NODE_COUNT) + u32(node + PROFILE_NODE_CHARGED);
        if (parent & PROFILE_AT_CONTEXT ? (parent & PROFILE_AT_NUMBER) >= contexts->records
                                        : parent >= i)
            return false;
        context = stack_of(nodes, i, pc, &frames);
        if (weight)
            stacks_add(&capture->samples, pc, frames, weight);
        if (contexts->bytes[context * PROFILE_CONTEXT_BYTES + PROFILE_CONTEXT_STOP] != 1)
            capture->other_stops += weight;
    }
    return true;
}

static void read_costs(struct capture *capture, const struct section *costs)
{
    for (uint32_t i = 0; i < costs->records && i < COSTS_MAX; i++) {
        const uint8_t *cost = costs->bytes + i * PROFILE_COST_BYTES;
        capture->costs[capture->costs_count++] = (struct cost){
            u32(cost + PROFILE_COST_SAMPLES), u32(cost + PROFILE_COST_WORST),
            (uint64_t)u32(cost + PROFILE_COST_HIGH) << 32 | u32(cost + PROFILE_COST_LOW)};
    }
}

static bool read_sections(struct capture *capture, const struct file *file)
{
    struct section counters = find(file, PROFILE_SECTION_COUNTERS, 4);
    struct section contexts = find(file, PROFILE_SECTION_CONTEXTS, PROFILE_CONTEXT_BYTES);
    struct section nodes = find(file, PROFILE_SECTION_NODES, PROFILE_NODE_BYTES);
    struct section costs = find(file, PROFILE_SECTION_COSTS, PROFILE_COST_BYTES);

    if (counters.records != PROFILE_COUNTERS || !contexts.bytes || !nodes.bytes)
        return false;
#define COUNTER(name) u32(counters.bytes + 4 * PROFILE_COUNTER_##name)
    capture->taken = COUNTER(TAKEN);
    capture->whole = COUNTER(WHOLE);
    capture->charged = COUNTER(CHARGED);
    capture->dropped = COUNTER(DROPPED);
    capture->nested = COUNTER(NESTED);
    capture->ring_overwritten = COUNTER(RING_OVERWRITTEN);
#undef COUNTER
    read_costs(capture, &costs);
    capture->nodes = nodes.records;
    capture->contexts = contexts.records;
    return read_nodes(capture, &nodes, &contexts) &&
           capture->taken == capture->whole + capture->charged + capture->dropped;
}

bool capture_read(struct capture *capture, const char *path)
{
    struct file file = {0};
    bool good;

    memset(capture, 0, sizeof(*capture));
    if (!read_all(&file, path))
        return false;
    good = check(&file) && read_sections(capture, &file);
    if (!good)
        diag_error(path, "not a capture as PROFILE.md has it");
    free(file.bytes);
    return good;
}
