/* SPDX-License-Identifier: MIT */
/* Appends numbers and bytes to a growing buffer. */
#include "util/buffer.h"

#include <string.h>

#include "util/memory.h"

void buffer_put(struct buffer *buffer, const void *bytes, size_t size)
{
    if (size > buffer->capacity - buffer->size) {
        buffer->capacity = 2 * (buffer->size + size);
        buffer->bytes = must_realloc(buffer->bytes, buffer->capacity, 1);
    }
    if (size)
        memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
}

void buffer_u8(struct buffer *buffer, uint32_t value)
{
    uint8_t byte = (uint8_t)value;

    buffer_put(buffer, &byte, 1);
}

void buffer_u16(struct buffer *buffer, uint32_t value)
{
    buffer_u8(buffer, value);
    buffer_u8(buffer, value >> 8);
}

void buffer_u32(struct buffer *buffer, uint32_t value)
{
    buffer_u16(buffer, value);
    buffer_u16(buffer, value >> 16);
}

void buffer_uleb128(struct buffer *buffer, uint32_t value)
{
    for (; value >= 0x80; value >>= 7)
        buffer_u8(buffer, value | 0x80);
    buffer_u8(buffer, value);
}

void buffer_align(struct buffer *buffer, size_t multiple)
{
    while (buffer->size % multiple)
        buffer_u8(buffer, 0);
}

void buffer_set_u32(struct buffer *buffer, size_t offset, uint32_t value)
{
    for (size_t i = 0; i < 4; i++)
        buffer->bytes[offset + i] = (uint8_t)(value >> 8 * i);
}
