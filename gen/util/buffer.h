/* SPDX-License-Identifier: MIT */
/*
 * A growing array of bytes. Tables, objects and reports are written into one. Numbers are
 * little-endian. If memory runs out, the program ends with a message (memory.h).
 */
#ifndef GEN_UTIL_BUFFER_H
#define GEN_UTIL_BUFFER_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialize it. The owner frees BYTES. */
struct buffer {
    uint8_t *bytes;
    size_t size, capacity;
};

void buffer_put(struct buffer *buffer, const void *bytes, size_t size);
void buffer_u8(struct buffer *buffer, uint32_t value);
void buffer_u16(struct buffer *buffer, uint32_t value);
void buffer_u32(struct buffer *buffer, uint32_t value);
void buffer_uleb128(struct buffer *buffer, uint32_t value);
void buffer_align(struct buffer *buffer, size_t multiple); /* appends zeros */

/* Overwrites the 4 bytes at OFFSET with VALUE. */
void buffer_set_u32(struct buffer *buffer, size_t offset, uint32_t value);

#endif
