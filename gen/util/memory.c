/* SPDX-License-Identifier: MIT */
/* Checked allocation: ends the program if memory runs out. */
#include "util/memory.h"

#include <stdlib.h>

#include "util/diag.h"

void *must_realloc(void *old, size_t count, size_t size)
{
    void *memory = reallocarray(old, count ? count : 1, size);

    if (!memory)
        exit(diag_error(NULL, "out of memory"));
    return memory;
}

char *must_strdup(const char *text)
{
    size_t size = strlen(text) + 1;

    return memcpy(must_realloc(NULL, size, 1), text, size);
}
