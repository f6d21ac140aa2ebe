/* SPDX-License-Identifier: MIT */
/* Decodes base64 (RFC 4648, section 4) in groups of four characters. */
#include "util/base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/*
 * Reads the group of 4 characters at TEXT and puts its 24 bits into BITS. Returns the number of
 * digits before the padding, or 0 if the group is invalid.
 */
static unsigned read_group(const char *text, uint32_t *bits)
{
    unsigned count = 0;

    *bits = 0;
    for (unsigned i = 0; i < 4; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (digit && count == i)
            count++;
        else if (text[i] != '=')
            return 0;
        *bits = *bits << 6 | (digit ? (uint32_t)(digit - digits) : 0);
    }
    return count >= 2 ? count : 0;
}

bool base64_read(const char *text, uint8_t *out, size_t size_bytes_max, size_t *size_bytes)
{
    size_t length = strlen(text);

    *size_bytes = 0;
    if (length % 4 != 0)
        return false;
    for (; *text; text += 4) {
        uint32_t bits;
        unsigned count = read_group(text, &bits);
        if (count == 0 || (count < 4 && text[4]) || *size_bytes + count - 1 > size_bytes_max)
            return false;
        for (unsigned i = 0; i < count - 1; i++)
            out[(*size_bytes)++] = (uint8_t)(bits >> (16 - 8 * i));
    }
    return true;
}
