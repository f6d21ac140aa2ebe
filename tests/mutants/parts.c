/* SPDX-License-Identifier: MIT */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "crc32.h"

static uint32_t align4(uint32_t size)
{
    return (size + 3) & ~3u;
}

void parts_take(struct parts *parts, const uint8_t *bytes)
{
    uint32_t entry = FORMAT_HEADER_BYTES + align4(bytes[FORMAT_HEADER_BUILD_ID_SIZE]);
    uint32_t at = entry + bytes[FORMAT_HEADER_SECTIONS] * (uint32_t)FORMAT_ENTRY_BYTES;

    memset(parts, 0, sizeof(*parts));
    buffer_put(&parts->header, bytes, entry);
    parts->count = bytes[FORMAT_HEADER_SECTIONS];
    for (uint32_t i = 0; i < parts->count; i++, entry += FORMAT_ENTRY_BYTES) {
        struct part *part = &parts->part[i];
        uint32_t size_bytes = bytes_u32(bytes + entry + 4);
        part->type = bytes_u16(bytes + entry);
        part->flags = bytes_u16(bytes + entry + 2);
        buffer_put(&part->bytes, bytes + at, size_bytes);
        at += align4(size_bytes);
    }
}

void parts_free(struct parts *parts)
{
    free(parts->header.bytes);
    for (uint32_t i = 0; i < parts->count; i++)
        free(parts->part[i].bytes.bytes);
}

struct buffer *parts_find(struct parts *parts, uint32_t type)
{
    for (uint32_t i = 0; i < parts->count; i++)
        if (parts->part[i].type == type)
            return &parts->part[i].bytes;
    return NULL;
}

struct buffer *parts_need(struct parts *parts, uint32_t type)
{
    struct buffer *found = parts_find(parts, type);
    uint32_t i = parts->count;

    if (found)
        return found;
    for (; i > 0 && parts->part[i - 1].type > type; i--)
        parts->part[i] = parts->part[i - 1];
    parts->part[i] = (struct part){.type = type, .flags = FORMAT_ENTRY_REQUIRED};
    parts->count++;
    return &parts->part[i].bytes;
}

void parts_join(const struct parts *parts, struct buffer *out)
{
    out->size = 0;
    buffer_put(out, parts->header.bytes, parts->header.size);
    out->bytes[FORMAT_HEADER_SECTIONS] = (uint8_t)parts->count;
    for (uint32_t i = 0; i < parts->count; i++) {
        buffer_u16(out, parts->part[i].type);
        buffer_u16(out, parts->part[i].flags);
        buffer_u32(out, (uint32_t)parts->part[i].bytes.size);
    }
    for (uint32_t i = 0; i < parts->count; i++) {
        buffer_put(out, parts->part[i].bytes.bytes, parts->part[i].bytes.size);
        buffer_align(out, 4);
    }
    buffer_set_u32(out, FORMAT_HEADER_SIZE, (uint32_t)out->size);
    table_seal(out);
}

void table_seal(struct buffer *out)
{
    uint32_t size_bytes = bytes_u32(out->bytes + FORMAT_HEADER_SIZE);
    uint32_t crc;

    if (size_bytes > out->size || size_bytes < FORMAT_HEADER_BYTES)
        return;
    crc = bobbin_crc32(0, out->bytes, FORMAT_HEADER_CRC);
    crc =
        bobbin_crc32(crc, out->bytes + FORMAT_HEADER_CODE_CRC, size_bytes - FORMAT_HEADER_CODE_CRC);
    buffer_set_u32(out, FORMAT_HEADER_CRC, crc);
}
