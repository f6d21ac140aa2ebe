/* SPDX-License-Identifier: MIT */
/*
 * The bytes of Chromium's unwind tables of 2018 for ARM (the asset unwind_cfi_32), for the reader
 * here and the writer in gen. All numbers are little-endian. Starts are relative to the base
 * address that the table stores in section FOREIGN (TABLE.md 8). The format has one part, the
 * contents of the asset. N is the number of functions:
 *
 *   UNW_INDEX   0      4    6 * N, the bytes of both columns. Later files of this name have N
 *               4      4 N  where functions start, in bytes from the base, ascending
 *               4+4N   2 N  for each function where its record is, in units of 2 bytes from the
 *                           start of UNW_DATA; 0xffff: no record. The last function only marks the
 *                           end of the one before it, and has 0xffff
 *   UNW_DATA    4+6N        records: u16 number of rows, then the rows. A row: u16 bytes from the
 *                           start of the function; u16, of which bits 15..2 are (cfa - sp) / 4, and
 *                           bits 1..0 are (cfa - address of the return address) / 4. If bits 1..0
 *                           are 0, the return address is where the row before has it
 *
 * The columns are aligned to 4 and 2, the records to 2.
 */
#ifndef BOBBIN_CHROME1_H
#define BOBBIN_CHROME1_H

enum {
    CHROME1_COUNT_BYTES = 4,
    CHROME1_ADDRESS_BYTES = 4,
    CHROME1_INDEX_BYTES = 2,
    CHROME1_FUNCTION_BYTES = 6, /* of a function in both columns together */
    CHROME1_ROW_BYTES = 4,
    CHROME1_CANT_UNWIND = 0xffff,
    CHROME1_CFA_MASK = 0xfffc,
    CHROME1_RA_MASK = 3,
    CHROME1_WORD_BYTES = 4, /* unit of CHROME1_RA_MASK */
    CHROME1_LENGTH_MAX = 0xffff,
};

#endif
