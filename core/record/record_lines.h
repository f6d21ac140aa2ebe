/* SPDX-License-Identifier: MIT */
/* Checks a record, and turns it back into the report lines that it was made of. */
#ifndef BOBBIN_RECORD_LINES_H
#define BOBBIN_RECORD_LINES_H

#include <bobbin/record_counters.h>

#include "record_out.h"

struct record_view {
    const uint8_t *bytes;
    uint32_t size; /* with the header */
    uint32_t sequence;
    struct bobbin_record_counters counters;
};

enum record_error {
    RECORD_OK,
    RECORD_NOT_ONE,     /* no magic, or no header after it */
    RECORD_TOO_NEW,     /* of a later version */
    RECORD_DAMAGED_ONE, /* wrong length or CRC */
};

/* Opens the record that starts at BYTES. SIZE_BYTES may be larger than the record. */
enum record_error record_open(struct record_view *view, const uint8_t *bytes, uint32_t size_bytes);

struct record_lines {
    const struct record_view *view;
    uint32_t at;       /* of the next token in the record */
    uint32_t sequence; /* of the next line */
    uint32_t left_out; /* lines that the record says were left out */
    bool damaged;      /* invalid tokens: there are no more lines */
    uint32_t numbers_count, last_number, line_class;
    uint32_t numbers[RECORD_COLUMNS];
    uint32_t history[RECORD_CLASSES][RECORD_COLUMNS];
    struct record_out out; /* the line, without CR LF */
};

void record_lines_begin(struct record_lines *lines, const struct record_view *view);

/*
 * Writes the next line to lines->out.line and returns its length. Returns 0 after the last line,
 * and if the tokens are invalid. Where the record left lines out, the line is "omitted N": it has
 * the number of the first of them and stands for N lines.
 */
uint32_t record_lines_next(struct record_lines *lines);

#endif
