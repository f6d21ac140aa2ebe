/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all. */
#ifndef GEN_OUTPUT_H
#define GEN_OUTPUT_H

#include <stdint.h>

/*
 * Writes SIZE_BYTES to PATH through a new file beside it that is renamed at the end; "-" is standard
 * output. LIKE, when not NULL, is a file whose permissions the new one gets. STATUS_...
 */
int output_write(const char *path, const void *bytes, uint64_t size_bytes, const char *like);

#endif
