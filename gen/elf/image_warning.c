/* SPDX-License-Identifier: MIT */
#include "elf/image_warning.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/diag.h"

void image_warning_at(const struct image *image, uint32_t address, const char *format, ...)
{
    char name[256];
    char where[300];
    va_list arguments;

    image_name(image, address, name, sizeof(name));
    snprintf(where, sizeof(where), "0x%08x (%s): ", address, name);
    va_start(arguments, format);
    diag_warning_where(image->path, where, format, arguments);
    va_end(arguments);
}
