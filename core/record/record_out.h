/* SPDX-License-Identifier: MIT */
/* Builds a report line with the token of a record, character by character. */
#ifndef BOBBIN_RECORD_OUT_H
#define BOBBIN_RECORD_OUT_H

#include <stdbool.h>
#include <stdint.h>

#include "../format/record_format.h"

struct record_out {
    uint32_t length;
    bool damaged;                   /* a character is not printable, or the line is too long */
    char line[RECORD_LINE_MAX + 3]; /* with a zero byte and room for CR LF */
};

/* Starts the line "%bobbin TOKENSEQUENCE "; TOKEN has LENGTH characters, with the '.' after it. */
void record_out_begin(struct record_out *out, const char *token, uint32_t length,
                      uint32_t sequence);
void record_out_char(struct record_out *out, char c);
void record_out_string(struct record_out *out, const char *text);

void record_out_decimal(struct record_out *out, uint32_t value);

/* At least DIGITS_MIN digits. */
void record_out_hex(struct record_out *out, uint32_t value, uint32_t digits_min);

/* Appends " ", MARK and the CRC. Returns the length, or 0 if the line is damaged. */
uint32_t record_out_end(struct record_out *out, char mark);

#endif
