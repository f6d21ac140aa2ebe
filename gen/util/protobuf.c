/* SPDX-License-Identifier: MIT */
/* Encodes fields of Protocol Buffers messages. */
#include "util/protobuf.h"

#include <string.h>

enum wire_type { WIRE_VARINT = 0, WIRE_LENGTH = 2 };

void proto_varint(struct buffer *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        buffer_u8(out, (uint32_t)(value & 0x7f) | 0x80);
    buffer_u8(out, (uint32_t)value);
}

static void put_tag(struct buffer *out, uint32_t number, enum wire_type type)
{
    proto_varint(out, number << 3 | type);
}

void proto_number(struct buffer *out, uint32_t number, uint64_t value)
{
    if (value == 0)
        return;
    put_tag(out, number, WIRE_VARINT);
    proto_varint(out, value);
}

void proto_bool(struct buffer *out, uint32_t number, int value)
{
    proto_number(out, number, value != 0);
}

void proto_bytes(struct buffer *out, uint32_t number, const void *bytes, size_t size_bytes)
{
    put_tag(out, number, WIRE_LENGTH);
    proto_varint(out, size_bytes);
    buffer_put(out, bytes, size_bytes);
}

void proto_string(struct buffer *out, uint32_t number, const char *text)
{
    proto_bytes(out, number, text, strlen(text));
}

void proto_part(struct buffer *out, uint32_t number, struct buffer *part)
{
    proto_bytes(out, number, part->bytes, part->size);
    part->size = 0;
}
