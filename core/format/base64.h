/* SPDX-License-Identifier: MIT */
/* Encodes base64 (RFC 4648, section 4), for captures and records in a text log. */
#ifndef BOBBIN_BASE64_H
#define BOBBIN_BASE64_H

#include <stdint.h>

#define BASE64_CHARS(size_bytes) (((size_bytes) + 2) / 3 * 4)

/* Writes COUNT bytes (1 to 3) as four characters. */
static inline void base64_put(char *out, const uint8_t *bytes, uint32_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t word = (uint32_t)bytes[0] << 16;

    if (count > 1)
        word |= (uint32_t)bytes[1] << 8;
    if (count > 2)
        word |= bytes[2];
    for (uint32_t i = 0; i < 4; i++)
        out[i] = i <= count ? digits[word >> (18 - 6 * i) & 63] : '=';
}

#endif
