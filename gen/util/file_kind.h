/* SPDX-License-Identifier: MIT */
/* Recognises kinds of files by their first bytes, for messages about files of a wrong kind. */
#ifndef GEN_UTIL_FILE_KIND_H
#define GEN_UTIL_FILE_KIND_H

#include <stddef.h>
#include <stdint.h>

#define FILE_KIND_BYTES 512 /* of the start of a file */

/*
 * What the file that starts with SIZE bytes seems to be, for example "a ZIP archive"; NULL: text,
 * or not known.
 */
const char *file_kind(const uint8_t *start, size_t size);

#endif
