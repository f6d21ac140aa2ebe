/* SPDX-License-Identifier: MIT */
#include "report/line_parts.h"

#include <ctype.h>
#include <string.h>

#define MARK_LENGTH (sizeof(REPORT_MARK) - 1)

/* Copies a token in lower case. False if the LENGTH characters at TEXT are none. */
static bool copy_token(char token[REPORT_TOKEN_MAX + 1], const char *text, size_t length)
{
    token[0] = '\0';
    if (length != REPORT_TOKEN_DIGITS && length != REPORT_TOKEN_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        char digit = (char)tolower((unsigned char)text[i]);
        if (!(digit >= '0' && digit <= '9') && !(digit >= 'a' && digit <= 'v'))
            return false;
        token[i] = digit;
    }
    token[length] = '\0';
    return true;
}

/* "TOKEN.SEQ" or "SEQ" */
static bool split_number(struct report_line *line, const char *number)
{
    const char *dot = strchr(number, '.');

    line->token[0] = '\0';
    if (!dot)
        return report_parse_decimal(number, &line->sequence);
    return copy_token(line->token, number, (size_t)(dot - number)) &&
           report_parse_decimal(dot + 1, &line->sequence);
}

bool line_parts_split(char *text, struct report_line *line)
{
    char *number = text + MARK_LENGTH;
    char *type, *fields;

    if (strncasecmp(text, REPORT_MARK, MARK_LENGTH) != 0 || !(type = strchr(number, ' ')))
        return false;
    *type++ = '\0';
    fields = type + strcspn(type, " ");
    if (*fields)
        *fields++ = '\0';
    line->type = type;
    line->fields = fields;
    return *type && split_number(line, number);
}

bool line_parts_look_right(const char *text, size_t length, char token[REPORT_TOKEN_MAX + 1])
{
    const char *end = text + length;
    const char *at = text + MARK_LENGTH - 1, *word;

    token[0] = '\0';
    while (at < end && !isalnum((unsigned char)*at) && (isspace((unsigned char)*at) || *at < 0))
        at++;
    for (word = at; at < end && isalnum((unsigned char)*at);)
        at++;
    if (at < end && *at == '.')
        return copy_token(token, word, (size_t)(at - word));
    return at > word && strspn(word, "0123456789") >= (size_t)(at - word);
}
