/* SPDX-License-Identifier: MIT */
#include "report/report_fields.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/log_scanner.h"
#include "util/memory.h"

/* Returns the next field of *FIELDS, or NULL after the last one. */
char *report_next_field(char **fields)
{
    char *field;

    do
        field = strsep(fields, " ");
    while (field && !*field);
    return field;
}

const char *report_split_text(char *fields)
{
    char *colon = strncmp(fields, ": ", 2) == 0 ? fields : strstr(fields, " : ");
    const char *text;

    if (!colon)
        return "";
    text = strchr(colon, ':') + 2;
    *colon = '\0';
    return text;
}

bool report_copy_word(char out[REPORT_WORD_MAX], const char *word)
{
    size_t length = word ? strlen(word) : 0;

    if (length == 0 || length >= REPORT_WORD_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)word[i]) && !isdigit((unsigned char)word[i]) && word[i] != '-')
            return false;
    memcpy(out, word, length + 1);
    return true;
}

bool report_split_pair(char *field, const char **value)
{
    char *equals = field ? strchr(field, '=') : NULL;

    if (!equals)
        return false;
    *equals = '\0';
    *value = equals + 1;
    return true;
}

bool report_parse_word32(const char *text, uint32_t *value)
{
    uint64_t wide;

    if (!text || !report_parse_hex(text, 8, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

/* The value of a field with or without its name, or NULL. */
static const char *value_of(char *field, const char *name)
{
    const char *text;

    if (!report_split_pair(field, &text))
        return field;
    return strcmp(field, name) == 0 ? text : NULL;
}

bool report_parse_named(char *field, const char *name, uint32_t *value)
{
    return report_parse_word32(value_of(field, name), value);
}

bool report_parse_count(char *field, const char *name, uint32_t *value)
{
    const char *text = value_of(field, name);

    return text && report_parse_decimal(text, value);
}

void report_replace_text(char **slot, const char *text)
{
    char *copy = must_strdup(text);

    free(*slot);
    *slot = copy;
}

int report_register_number(const char *name, char prefix, uint32_t first, uint32_t last)
{
    uint32_t number;

    if (name[0] != prefix || !report_parse_decimal(name + 1, &number))
        return -1;
    return number >= first && number <= last ? (int)number : -1;
}
