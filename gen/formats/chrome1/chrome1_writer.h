/* SPDX-License-Identifier: MIT */
/*
 * Writes Chromium's tables of 2018 (core/foreign/chrome1.h). Its input has the form of the
 * published writer's input, which was Breakpad's text: functions with rows of their call frame
 * information.
 */
#ifndef GEN_CHROME1_CHROME1_WRITER_H
#define GEN_CHROME1_CHROME1_WRITER_H

#include "formats/format.h"
#include "util/buffer.h"

/*
 * A row of a function. The first row, which holds at the function's start, is implied and never
 * stored.
 */
struct chrome1_row {
    uint32_t offset; /* bytes from the start of the function */
    uint32_t cfa;    /* bytes from sp; 0: the cfa is not relative to sp, or cannot be expressed */
    uint32_t ra;     /* bytes from the cfa down to the return address; 0: as in the row before */
};

struct chrome1_function {
    uint32_t address, size_bytes; /* the address is relative to the base of the table */
    const struct chrome1_row *rows;
    size_t rows_count;
};

/*
 * Why the writer leaves a function out. Either the published writer drops it, or the format cannot
 * express it.
 */
enum chrome1_drop {
    CHROME1_AT_ZERO,   /* its address is 0, which linkers give to discarded functions */
    CHROME1_LENGTH,    /* its length is 0, or 65536 bytes or more */
    CHROME1_NOT_BY_SP, /* a row has a cfa relative to another register, or no cfa */
    CHROME1_FAR_CFA,   /* a row has a cfa of 65536 bytes or more, or not a multiple of 4 */
    CHROME1_FAR_RA,    /* a row has the return address 16 bytes or more below the cfa */
    CHROME1_NO_ROWS,   /* it has only the first row: it never moves sp */
    CHROME1_NO_ROOM,   /* its record would be after the last one that the index can refer to */
    CHROME1_DROPS,
};

enum chrome1_count { CHROME1_COUNT_OF_BYTES, CHROME1_COUNT_OF_ROWS };

/*
 * Writes the file of COUNT FUNCTIONS to OUT. They must ascend and not overlap. Counts left-out
 * functions by reason in DROPS. Returns the number of bytes of UNW_INDEX.
 */
uint32_t chrome1_write(const struct chrome1_function *functions, size_t count,
                       enum chrome1_count dialect, struct buffer *out,
                       uint32_t drops[CHROME1_DROPS]);

#endif
