/* SPDX-License-Identifier: MIT */
/* CRC-32 for the checksums of tables, code and captures. */
#include "crc32.h"

/* Two bits per look-up: this array takes 16 bytes. With one byte per look-up it would take 1024. */
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
