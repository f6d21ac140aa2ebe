/* SPDX-License-Identifier: MIT */
/* Byte-wise readers: any alignment, never past the end given. */
#ifndef BOBBIN_BYTES_H
#define BOBBIN_BYTES_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t bytes_u16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t bytes_u32(const uint8_t *p)
{
    return bytes_u16(p) | bytes_u16(p + 2) << 16;
}

/* A place in a run of bytes that ends at END. FAILED stays true once a read went past it. */
struct bytes_reader {
    const uint8_t *at, *end;
    bool failed;
};

static inline uint32_t bytes_next_u8(struct bytes_reader *reader)
{
    if (reader->at == reader->end) {
        reader->failed = true;
        return 0;
    }
    return *reader->at++;
}

#endif
