/* SPDX-License-Identifier: MIT */
/* Demangles C++ names with the runtime library of the C++ compiler. */
#include "symbolize/demangle.h"

#include <stddef.h>
#include <string.h>

#include "util/memory.h"

/* Itanium C++ ABI, section 3.4. The runtime library of every C++ compiler has this function. */
char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

char *demangle(const char *name)
{
    char *text = NULL;
    int status;

    if (strncmp(name, "_Z", 2) == 0)
        text = __cxa_demangle(name, NULL, NULL, &status);
    return text ? text : must_strdup(name);
}
