/* SPDX-License-Identifier: MIT */
/* Writes text part by part into memory of a fixed size. Text that does not fit is left out. */
#ifndef GEN_UTIL_TEXT_WRITER_H
#define GEN_UTIL_TEXT_WRITER_H

#include <stddef.h>

struct text_writer {
    char *text; /* ends with 0 */
    size_t size, used;
};

/* Starts with an empty text in SIZE bytes, at least 1. */
struct text_writer text_begin(char *text, size_t size);

void text_add(struct text_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
