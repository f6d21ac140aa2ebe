/* SPDX-License-Identifier: MIT */
/* Decodes base64 (RFC 4648, section 4), for captures in a text log. */
#ifndef GEN_UTIL_BASE64_H
#define GEN_UTIL_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Decodes TEXT, which must be padded, into OUT, and writes the decoded length to SIZE_BYTES. False
 * if TEXT is not base64 or has more than SIZE_BYTES_MAX bytes.
 */
bool base64_read(const char *text, uint8_t *out, size_t size_bytes_max, size_t *size_bytes);

#endif
