/* SPDX-License-Identifier: MIT */
/* Numbers of report lines, for the writer and the reader of records. */
#ifndef BOBBIN_RECORD_NUMBER_H
#define BOBBIN_RECORD_NUMBER_H

#include "record_words.h"

/* 0, -1, 1, -2, ... become 0, 1, 2, 3, ..., so that small differences have few bytes. */
static inline uint32_t record_zigzag(uint32_t difference)
{
    return difference << 1 ^ (difference >> 31 ? ~0u : 0);
}

static inline uint32_t record_unzigzag(uint32_t value)
{
    return value >> 1 ^ (value & 1 ? ~0u : 0);
}

/* The value of the hexadecimal digit C, or 16. Capital letters are no digits of a report. */
static inline uint32_t record_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0');
    return c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10 : 16;
}

static inline bool record_are_digits(const char *text, uint32_t length)
{
    uint32_t i = 0;

    while (i < length && record_hex_digit(text[i]) < 16)
        i++;
    return length > 0 && i == length;
}

/* True if TEXT is a number as reports write it: 1 to 8 digits, the first not 0, or "0". */
static inline bool record_number(const char *text, uint32_t length, uint32_t *value)
{
    if (length > 8 || !record_are_digits(text, length) || (length > 1 && text[0] == '0'))
        return false;
    *value = 0;
    for (uint32_t i = 0; i < length; i++)
        *value = *value << 4 | record_hex_digit(text[i]);
    return true;
}

/* RECORD_CLASS_... of a line whose text after the sequence number is the LENGTH bytes at TEXT. */
static inline uint32_t record_class_of(const char *text, uint32_t length)
{
    uint32_t end = 0;

    while (end < length && text[end] != ' ')
        end++;
    return record_word_class(record_word_find(text, end));
}

#endif
