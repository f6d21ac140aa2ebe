/* SPDX-License-Identifier: MIT */
/* Puts records together from the lines "record OFFSET BASE64" of a log. */
#ifndef GEN_RECORD_RECORD_COLLECT_H
#define GEN_RECORD_RECORD_COLLECT_H

#include <stddef.h>

#include "core/record/record_lines.h"

#define RECORD_COLLECT_MAX 16 /* records of which some lines have arrived */

struct collected_record {
    bool used;
    char token[RECORD_TOKEN_MAX + 1];
    unsigned long log_line; /* of its first line */
    unsigned long touched;
    uint8_t bytes[RECORD_BYTES_MAX];
    uint8_t present[RECORD_BYTES_MAX]; /* for each byte: 1 if it arrived */
};

/* Zero-initialize it. */
struct record_collector {
    struct collected_record records[RECORD_COLLECT_MAX];
    unsigned long lines;
};

enum record_collected {
    RECORD_COLLECTED_LINE,     /* the line is one of a record that is not complete yet */
    RECORD_COLLECTED_RECORD,   /* the line completes a record */
    RECORD_COLLECTED_REPEATED, /* a line of a record that is complete */
    RECORD_COLLECTED_ODD,      /* the fields are invalid */
};

/*
 * Takes the line with TOKEN and FIELDS, the text after "record ". VIEW gets the record that it
 * completes; it is valid until the next call.
 */
enum record_collected record_collect(struct record_collector *collector, const char *token,
                                     const char *fields, unsigned long log_line,
                                     struct record_view *view);

/*
 * At the end of the log: the next record that is not complete, or NULL. MISSING gets the number of
 * bytes that did not arrive, 0 if the length of the record did not arrive either.
 */
const struct collected_record *record_collect_rest(struct record_collector *collector,
                                                   uint32_t *missing);

#endif
