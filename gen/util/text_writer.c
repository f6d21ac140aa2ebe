/* SPDX-License-Identifier: MIT */
#include "util/text_writer.h"

#include <stdarg.h>
#include <stdio.h>

struct text_writer text_begin(char *text, size_t size)
{
    text[0] = '\0';
    return (struct text_writer){.text = text, .size = size};
}

void text_add(struct text_writer *writer, const char *format, ...)
{
    size_t left = writer->size - writer->used;
    va_list arguments;
    int bytes;

    va_start(arguments, format);
    bytes = vsnprintf(writer->text + writer->used, left, format, arguments);
    va_end(arguments);
    if (bytes > 0)
        writer->used += (size_t)bytes < left ? (size_t)bytes : left - 1;
}
