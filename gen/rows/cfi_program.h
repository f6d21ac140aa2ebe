/* SPDX-License-Identifier: MIT */
/*
 * Runs the call frame instructions (DWARF 5, 6.4.2) of one function and makes rows from them. For
 * cfi_rows.c.
 */
#ifndef GEN_ROWS_CFI_PROGRAM_H
#define GEN_ROWS_CFI_PROGRAM_H

#include "rows/rows.h"
#include "util/byte_reader.h"

struct cfi_program {
    uint32_t start, end; /* the FDE covers START to END - 1 */
    uint32_t code_align;
    int32_t data_align;
    uint32_t return_register;
    struct byte_reader initial, own; /* the instructions of the CIE and of the FDE */
};

/*
 * Adds the rows of PROGRAM to ROWS. A row has form NONE if no equation of bobbin/rule.h can express
 * its rule, for example a DWARF expression. Returns NULL, or the error in the instructions. The
 * rows before the error stay in ROWS.
 */
const char *cfi_run(const struct cfi_program *program, struct rows *rows);

#endif
