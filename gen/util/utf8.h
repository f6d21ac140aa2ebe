/* SPDX-License-Identifier: MIT */
/* Checks UTF-8, for the writers of JSON and text. */
#ifndef GEN_UTIL_UTF8_H
#define GEN_UTIL_UTF8_H

#include <stddef.h>

/*
 * The length in bytes of the UTF-8 sequence at TEXT, or 0 if the bytes are no valid sequence
 * (Unicode 3.9, table 3-7). TEXT ends with a NUL.
 */
static inline size_t utf8_length(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0x80                     ? 1
                    : at[0] >= 0xc2 && at[0] <= 0xdf ? 2
                    : at[0] >= 0xe0 && at[0] <= 0xef ? 3
                    : at[0] >= 0xf0 && at[0] <= 0xf4 ? 4
                                                     : 0;

    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
        (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f))
        return 0;
    return length;
}

#endif
