/* SPDX-License-Identifier: MIT */
/* The call frame instructions of one function (DWARF 5, 6.4.2), run to rows. */
#ifndef GEN_CFI_H
#define GEN_CFI_H

#include "rows/rows.h"
#include "util/byte_reader.h"

struct cfi_program {
    uint32_t start, end; /* addresses covered */
    uint32_t code_align;
    int32_t data_align;
    uint32_t return_register;
    struct byte_reader initial, own; /* instructions of the CIE and of the FDE */
};

/*
 * Adds the rows of PROGRAM. A row whose rule has no equation in bobbin.h (a DWARF expression, say) has
 * form NONE. NULL, or what is wrong with the instructions; rows before that are kept.
 */
const char *cfi_run(const struct cfi_program *program, struct rows *rows);

#endif
