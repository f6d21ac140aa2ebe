/* SPDX-License-Identifier: MIT */
/*
 * The bytes of Chromium's unwind tables of 2018 for ARM (the asset unwind_cfi_32), for their reader here and their
 * writer in gen. One part, which is that file:
 *
 *   UNW_INDEX   0      4    COUNT: 6 N, the bytes of the columns; or, later under the same name, N
 *               4      4 N  addresses where functions start, from the base on, ascending
 *               4+4N   2 N  for each where its record is, in units of 2 bytes from the start of UNW_DATA; 0xffff: none, which
 *                           is also how the last row says where the last function ends
 *   UNW_DATA    4+6N        records: u16 number of rows, then for each row u16 bytes from the start of the function, and
 *                           u16 bits 15..2 bytes to the cfa / 4, from sp; bits 1..0 bytes from there down to the return
 *                           address / 4, or 0: as the row before
 *
 * All little-endian. The columns are 4- and 2-aligned, the records 2-aligned.
 */
#ifndef BOBBIN_CHROME1_H
#define BOBBIN_CHROME1_H

enum {
    CHROME1_COUNT_BYTES = 4,
    CHROME1_ADDRESS_BYTES = 4,
    CHROME1_INDEX_BYTES = 2,
    CHROME1_FUNCTION_BYTES = 6, /* a row of both columns */
    CHROME1_ROW_BYTES = 4,
    CHROME1_CANT_UNWIND = 0xffff,
    CHROME1_CFA_MASK = 0xfffc,
    CHROME1_RA_MASK = 3,
    CHROME1_WORD_BYTES = 4, /* what the return address is counted in */
    CHROME1_LENGTH_MAX = 0xffff,
};

#endif
