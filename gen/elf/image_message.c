/* SPDX-License-Identifier: MIT */
/* Prints errors and warnings about an address of an image. */
#include "elf/image_message.h"

#include <stdarg.h>
#include <stdio.h>

#include "elf/image_names.h"
#include "util/diag.h"

static void message_at(enum diag_level level, const struct image *image, uint32_t address,
                       const char *format, va_list arguments)
{
    char name[256];
    char where[300];

    image_name(image, address, name, sizeof(name));
    snprintf(where, sizeof(where), "0x%08x (%s): ", address, name);
    diag_message(level, image->path, where, format, arguments);
}

void image_error_at(const struct image *image, uint32_t address, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_at(DIAG_ERROR, image, address, format, arguments);
    va_end(arguments);
}

void image_warning_at(const struct image *image, uint32_t address, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_at(DIAG_WARNING, image, address, format, arguments);
    va_end(arguments);
}
