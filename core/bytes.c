/* SPDX-License-Identifier: MIT */
#include "bytes.h"

uint32_t bytes_u32(const uint8_t *p)
{
    return bytes_u16(p) | bytes_u16(p + 2) << 16;
}

bool bytes_sleb128(const uint8_t **at, const uint8_t *end, int32_t *value)
{
    const uint8_t *next = *at;
    uint32_t shift = 0;
    uint32_t byte = 0x80;

    *value = 0;
    for (; next < end && (byte & 0x80) && shift < 35; shift += 7) {
        byte = *next++;
        *value |= (int32_t)((byte & 0x7f) << shift);
    }
    if (shift < 32 && (byte & 0x40))
        *value |= (int32_t)(~0u << shift);
    *at = next;
    return !(byte & 0x80);
}
