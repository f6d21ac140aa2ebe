/* SPDX-License-Identifier: MIT */
/*
 * Writes Chromium's tables of 2018 (core/foreign/chrome1.h), in the terms of their published
 * writer, which read Breakpad's text: functions with the rows of their call frame information.
 */
#ifndef GEN_WRITE_CHROME1_H
#define GEN_WRITE_CHROME1_H

#include "formats/format.h"
#include "util/buffer.h"

/* A row of a function but for the first one, which holds at its start and is never stored. */
struct chrome1_row {
    uint32_t offset; /* bytes from the start of the function */
    uint32_t cfa;    /* bytes from sp; 0: not by sp, or not to be told */
    uint32_t ra;     /* bytes from the cfa down to the return address; 0: as the row before */
};

struct chrome1_function {
    uint32_t address, size_bytes; /* the address from the base of the table on */
    const struct chrome1_row *rows;
    size_t rows_count;
};

/*
 * Why the writer leaves a function out: what is published drops it, or the format has no bits for
 * it.
 */
enum chrome1_drop {
    CHROME1_AT_ZERO,   /* its address is 0, which linkers give to what they have discarded */
    CHROME1_LENGTH,    /* it has none, or 65536 bytes and more */
    CHROME1_NOT_BY_SP, /* a row with the cfa by another register, or no cfa at all */
    CHROME1_FAR_CFA,   /* a row with a cfa of 65536 bytes and more, or not of words */
    CHROME1_FAR_RA,    /* a row with the return address 16 bytes and more below the cfa */
    CHROME1_NO_ROWS,   /* nothing but the first one: a function that never moves sp */
    CHROME1_NO_ROOM,   /* its record would stand behind the last that the index can tell */
    CHROME1_DROPS,
};

enum chrome1_count { CHROME1_COUNT_OF_BYTES, CHROME1_COUNT_OF_ROWS };

/*
 * Writes the file of COUNT FUNCTIONS, ascending and not overlapping, to OUT, and counts in DROPS
 * who is not in it. Returns how many of its bytes are UNW_INDEX.
 */
uint32_t chrome1_write(const struct chrome1_function *functions, size_t count,
                       enum chrome1_count dialect, struct buffer *out,
                       uint32_t drops[CHROME1_DROPS]);

/*
 * The writer of a struct format: of all functions in the rows of REFERENCE. Says on stderr what is
 * not in it.
 */
int chrome1_encode(const struct format *format, const struct reference *reference,
                   struct format_parts *out);

#endif
