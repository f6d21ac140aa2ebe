/* SPDX-License-Identifier: MIT */
#include "symbolize/demangle.h"

#include <stddef.h>
#include <string.h>

#include "util/memory.h"

/* Itanium C++ ABI, 3.4: part of the runtime library of every C++ compiler. */
char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

char *demangle(const char *name)
{
    char *text = NULL;
    int status;

    if (strncmp(name, "_Z", 2) == 0)
        text = __cxa_demangle(name, NULL, NULL, &status);
    return text ? text : must_strdup(name);
}
