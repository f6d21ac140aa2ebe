/* SPDX-License-Identifier: MIT */
#include "crc32.h"

/* Two bits at a time: 16 bytes of table instead of 1024. */
static const uint32_t crc_of_two_bits[4] = {0x00000000, 0x76dc4190, 0xedb88320, 0x9b64c2b0};

uint32_t bobbin_crc32(uint32_t crc, const void *bytes, uint32_t size_bytes)
{
    const uint8_t *p = bytes;

    crc = ~crc;
    for (uint32_t i = 0; i < size_bytes; i++) {
        crc ^= p[i];
        for (uint32_t bits = 8; bits; bits -= 2)
            crc = crc >> 2 ^ crc_of_two_bits[crc & 3];
    }
    return ~crc;
}
