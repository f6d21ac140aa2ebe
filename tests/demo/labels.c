/* SPDX-License-Identifier: MIT */
#include "labels.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "samples.h"

static char labels[SENSORS][LABEL_BYTES];

static __attribute__((noinline)) uint32_t printable_length(const char *text)
{
    uint32_t length = 0;

    while (isprint((unsigned char)text[length]))
        length++;
    return length;
}

/* A classic mistake: copies as many bytes as the text has, not as many as the label has. */
__attribute__((noinline)) bool label_set(uint32_t sensor, const char *text)
{
    char label[LABEL_BYTES] = "";
    uint32_t length = printable_length(text);

    for (uint32_t i = 0; i < length; i++)
        ((volatile char *)label)[i] = text[i];
    if (sensor >= SENSORS)
        return false;
    memcpy(labels[sensor], label, LABEL_BYTES);
    return true;
}

void labels_print(void)
{
    for (uint32_t i = 0; i < SENSORS; i++)
        if (labels[i][0] != '\0')
            printf("  sensor %2lu is \"%.*s\"\n", (unsigned long)i, LABEL_BYTES, labels[i]);
}
