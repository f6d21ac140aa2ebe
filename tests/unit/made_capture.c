/* SPDX-License-Identifier: MIT */
#include "made_capture.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/crc32.h"
#include "util/memory.h"
#include <bobbin/report.h>

uint32_t made_context_add(struct made_capture *made, const struct made_context *context)
{
    array_push(made->contexts, made->contexts_count, made->contexts_capacity, *context);
    return (uint32_t)made->contexts_count - 1;
}

uint32_t made_node_add(struct made_capture *made, uint32_t at, uint32_t pc, uint32_t count)
{
    struct made_node node = {at, pc, count, 0};

    array_push(made->nodes, made->nodes_count, made->nodes_capacity, node);
    return (uint32_t)made->nodes_count - 1;
}

void made_raw_add(struct made_capture *made, uint32_t time, uint32_t at)
{
    struct made_raw raw = {time, at};

    array_push(made->ring, made->ring_count, made->ring_capacity, raw);
}

void made_capture_free(struct made_capture *made)
{
    free(made->contexts);
    free(made->nodes);
    free(made->ring);
    *made = (struct made_capture){0};
}

/* ---- sections -------------------------------------------------------------------------------- */

static void put_zeros(struct buffer *out, size_t count)
{
    while (count--)
        buffer_u8(out, 0);
}

static void put_counters(const struct made_capture *made, struct buffer *out)
{
    uint32_t counters[PROFILE_COUNTERS] = {0};

    for (size_t i = 0; i < made->contexts_count; i++)
        counters[PROFILE_COUNTER_CHARGED] += made->contexts[i].charged;
    for (size_t i = 0; i < made->nodes_count; i++) {
        counters[PROFILE_COUNTER_WHOLE] += made->nodes[i].count;
        counters[PROFILE_COUNTER_CHARGED] += made->nodes[i].charged;
    }
    counters[PROFILE_COUNTER_DROPPED] = made->dropped;
    counters[PROFILE_COUNTER_TAKEN] = counters[PROFILE_COUNTER_WHOLE] +
                                      counters[PROFILE_COUNTER_CHARGED] +
                                      counters[PROFILE_COUNTER_DROPPED];
    counters[PROFILE_COUNTER_CONTEXTS] = (uint32_t)made->contexts_count;
    counters[PROFILE_COUNTER_NODES] = (uint32_t)made->nodes_count;
    counters[PROFILE_COUNTER_RING_WRITTEN] = made->ring_written;
    counters[PROFILE_COUNTER_COST_LOW] = (uint32_t)made->cost;
    counters[PROFILE_COUNTER_COST_HIGH] = (uint32_t)(made->cost >> 32);
    counters[PROFILE_COUNTER_COST_WORST] = made->cost_worst;
    counters[PROFILE_COUNTER_ELAPSED_LOW] = (uint32_t)made->elapsed;
    counters[PROFILE_COUNTER_ELAPSED_HIGH] = (uint32_t)(made->elapsed >> 32);
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        buffer_u32(out, counters[i]);
}

static void put_context(const struct made_context *context, struct buffer *out)
{
    char name[PROFILE_CONTEXT_NAME_BYTES] = {0};

    if (context->name)
        memcpy(name, context->name, strnlen(context->name, sizeof(name)));
    buffer_u32(out, context->task);
    buffer_u16(out, context->interrupt);
    buffer_u8(out, context->mode);
    buffer_u8(out, context->stop);
    buffer_u32(out, context->flags);
    buffer_u32(out, context->charged);
    buffer_put(out, name, sizeof(name));
}

static void put_node(const struct made_node *node, struct buffer *out)
{
    buffer_u32(out, node->parent);
    buffer_u32(out, node->pc);
    buffer_u32(out, node->count);
    buffer_u32(out, node->charged);
}

static void put_section(const struct made_capture *made, enum profile_section type, uint32_t room,
                        struct buffer *out)
{
    switch (type) {
    case PROFILE_SECTION_COUNTERS:
        put_counters(made, out);
        break;
    case PROFILE_SECTION_CONTEXTS:
        for (size_t i = 0; i < made->contexts_count; i++)
            put_context(&made->contexts[i], out);
        put_zeros(out, (size_t)room * PROFILE_CONTEXT_BYTES);
        break;
    case PROFILE_SECTION_NODES:
        for (size_t i = 0; i < made->nodes_count; i++)
            put_node(&made->nodes[i], out);
        put_zeros(out, (size_t)room * PROFILE_NODE_BYTES);
        break;
    case PROFILE_SECTION_RING:
        for (size_t i = 0; i < made->ring_count; i++) {
            buffer_u32(out, made->ring[i].time);
            buffer_u32(out, made->ring[i].at);
        }
        break;
    default:
        put_zeros(out, room);
        break;
    }
    buffer_align(out, 4);
}

/* ---- captures -------------------------------------------------------------------------------- */

static void put_header(const struct made_capture *made, uint32_t header_bytes, uint32_t sections,
                       struct buffer *out)
{
    buffer_u32(out, PROFILE_MAGIC);
    buffer_u8(out, PROFILE_MAJOR);
    buffer_u8(out, PROFILE_MINOR);
    buffer_u16(out, header_bytes);
    put_zeros(out, 8); /* size and checksum, set at the end */
    buffer_u16(out, sections);
    buffer_u16(out, made->build_id_size);
    buffer_put(out, made->build_id, PROFILE_BUILD_ID_MAX);
    buffer_u32(out, made->flags);
    buffer_u16(out, made->processor);
    buffer_u16(out, 1);
    buffer_u32(out, made->clock_hz);
    buffer_u32(out, made->timer_hz);
    buffer_u32(out, made->period_ticks);
    put_zeros(out, 12);
    buffer_u32(out, made->run);
    buffer_u32(out, made->epoch);
    buffer_u32(out, made->snapshot);
    put_zeros(out, 16);
}

static void put_entry(enum profile_section type, uint32_t record_bytes, struct buffer *out)
{
    buffer_u16(out, type);
    buffer_u16(out, type <= PROFILE_SECTION_NODES ? PROFILE_ENTRY_REQUIRED : 0);
    buffer_u16(out, record_bytes);
    buffer_u16(out, 0);
    put_zeros(out, 8); /* offset and size, set with the section */
}

static void seal(struct buffer *out, size_t start, uint32_t header_bytes)
{
    uint8_t *header = out->bytes + start;
    uint32_t crc;

    buffer_set_u32(out, start + PROFILE_HEADER_SIZE, (uint32_t)(out->size - start));
    crc = bobbin_crc32(0, header, PROFILE_HEADER_CRC);
    crc =
        bobbin_crc32(crc, header + PROFILE_HEADER_SECTIONS, header_bytes - PROFILE_HEADER_SECTIONS);
    buffer_set_u32(out, start + PROFILE_HEADER_CRC, crc);
}

void made_capture_write(const struct made_capture *made, uint32_t room, struct buffer *out)
{
    static const struct {
        enum profile_section type;
        uint32_t record_bytes;
    } parts[] = {
        {PROFILE_SECTION_COUNTERS, 4},
        {PROFILE_SECTION_RING, PROFILE_RAW_BYTES},
        {PROFILE_SECTION_CONTEXTS, PROFILE_CONTEXT_BYTES},
        {PROFILE_SECTION_NODES, PROFILE_NODE_BYTES},
        {PROFILE_SECTION_INDEX, 1},
    };
    bool is_live = made->flags & PROFILE_FLAG_LIVE;
    uint32_t count = is_live ? 5 : 4;
    uint32_t header_bytes = PROFILE_HEADER_DIRECTORY + count * PROFILE_ENTRY_BYTES;
    size_t start = out->size;

    put_header(made, header_bytes, count, out);
    for (uint32_t i = 0; i < count; i++)
        put_entry(parts[i].type, parts[i].record_bytes, out);
    for (uint32_t i = 0; i < count; i++) {
        size_t entry = start + PROFILE_HEADER_DIRECTORY + i * PROFILE_ENTRY_BYTES;
        size_t begin = out->size;
        put_section(made, parts[i].type, is_live ? room : 0, out);
        buffer_set_u32(out, entry + PROFILE_ENTRY_OFFSET, (uint32_t)(begin - start));
        buffer_set_u32(out, entry + PROFILE_ENTRY_SIZE, (uint32_t)(out->size - begin));
        buffer_u32(
            out, is_live ? 0 : bobbin_crc32(0, out->bytes + begin, (uint32_t)(out->size - begin)));
    }
    seal(out, start, header_bytes);
}

/* ---- logs ------------------------------------------------------------------------------------ */

static void base64(const uint8_t *bytes, size_t size_bytes, char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size_bytes; i += 3) {
        uint32_t bits = 0;
        for (size_t j = 0; j < 3; j++)
            bits = bits << 8 | (i + j < size_bytes ? bytes[i + j] : 0);
        for (size_t j = 0; j < 4; j++)
            *text++ = i + j <= size_bytes ? digits[bits >> (18 - 6 * j) & 63] : '=';
    }
    *text = '\0';
}

enum { PIECE_BYTES = 27 }; /* as many as fit on a line with any number */

struct log_writer {
    const uint8_t *bytes;
    FILE *out;
    bool old;
    uint32_t piece_bytes, sequence;
};

static void put_line(struct log_writer *writer, uint32_t offset, uint32_t end)
{
    const uint8_t *bytes = writer->bytes;
    uint32_t name, left = end - offset;
    char text[4 * PROFILE_LINE_BYTES_1 / 3 + 1];
    char line[REPORT_LINE_MAX_1 + 1];

    memcpy(&name, bytes + PROFILE_HEADER_CRC, sizeof(name));
    base64(bytes + offset, left < writer->piece_bytes ? left : writer->piece_bytes, text);
    if (writer->old)
        snprintf(line, sizeof(line), "%s%u %s %08x %08x %s", REPORT_MARK, writer->sequence++,
                 PROFILE_LINE_TYPE_1, name, offset, text);
    else
        snprintf(line, sizeof(line), "%s%06x.%u %s %x %s", REPORT_MARK, name & 0xffffff,
                 writer->sequence++, PROFILE_LINE_TYPE, offset, text);
    fprintf(writer->out, "%s *%08x\r\n", line, bobbin_crc32(0, line, (uint32_t)strlen(line)));
}

void made_capture_log(const uint8_t *bytes, size_t size_bytes, bool old, FILE *out)
{
    struct log_writer writer = {bytes, out, old, old ? PROFILE_LINE_BYTES_1 : PIECE_BYTES, 0};
    uint32_t header_bytes =
        bytes[PROFILE_HEADER_HEADER_BYTES] | (uint32_t)bytes[PROFILE_HEADER_HEADER_BYTES + 1] << 8;

    for (uint32_t offset = 0; offset < size_bytes; offset += writer.piece_bytes)
        put_line(&writer, offset, (uint32_t)size_bytes);
    for (uint32_t offset = 0; offset < header_bytes; offset += writer.piece_bytes)
        put_line(&writer, offset, header_bytes);
}
