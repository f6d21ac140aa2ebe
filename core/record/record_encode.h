/* SPDX-License-Identifier: MIT */
/*
 * Turns report lines into a record, line by line. After each line the record is valid as far as it
 * goes: a reset at any time loses at most the line under way. See core/format/RECORD.md.
 */
#ifndef BOBBIN_RECORD_ENCODE_H
#define BOBBIN_RECORD_ENCODE_H

#include <bobbin/record_counters.h>

#include "../format/record_format.h"

/* A report line: "%bobbin TOKEN.SEQ TEXT *CRC". Pointers are into the line. */
struct record_line {
    const char *token;     /* with the '.' after it */
    uint32_t token_length; /* 0: a line without a token */
    uint32_t sequence;
    const char *text; /* from the type to the character before " *" */
    uint32_t text_length;
    bool continued; /* " +" instead of " *" */
};

/* False if the LENGTH characters at LINE, without CR LF, are no report line. The CRC is ignored. */
bool record_line_parse(struct record_line *out, const char *line, uint32_t length);

/* True for the first line of a report. */
bool record_line_is_first(const struct record_line *line);

struct record_encoder {
    uint8_t *record;
    uint32_t capacity;   /* bytes at RECORD that may be written, at most RECORD_BYTES_MAX */
    uint32_t size;       /* bytes that are complete, with the header */
    uint32_t at;         /* the next byte of the line under way */
    uint32_t crc;        /* of the complete bytes */
    uint32_t lines;      /* the number of the next line */
    uint32_t left_out;   /* lines before it that are not in the record */
    uint32_t ends;       /* how often an end was written */
    uint32_t line_class; /* of the line under way */
    uint32_t numbers_count;
    uint32_t numbers[RECORD_COLUMNS]; /* of the line under way */
    uint32_t last_number;
    uint32_t history[RECORD_CLASSES][RECORD_COLUMNS];
    bool full;      /* a line did not fit: only notes and the end are taken */
    bool last_kept; /* the last line is in the record */
};

/* Begins a record of the report whose first line is FIRST; does not add that line. */
void record_encode_begin(struct record_encoder *encoder, uint8_t *record, uint32_t capacity,
                         uint32_t sequence, const struct bobbin_record_counters *counters,
                         const struct record_line *first);

/*
 * Adds LINE. Leaves it out if it has stack words or does not fit; the record says how many lines
 * were left out. Ignores a line of another report, and one that came before.
 */
void record_encode_line(struct record_encoder *encoder, const struct record_line *line);

#endif
