/* SPDX-License-Identifier: MIT */
/* RFC 4648, section 4. */
#ifndef GEN_UTIL_BASE64_H
#define GEN_UTIL_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads TEXT, padded, to OUT and its length to SIZE_BYTES; false when it is nothing of the sort or too long. */
bool base64_read(const char *text, uint8_t *out, size_t size_bytes_max, size_t *size_bytes);

#endif
