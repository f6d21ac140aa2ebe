/* SPDX-License-Identifier: MIT */
/*
 * Checks whether call frame information (CFI) fits the machine code at its addresses. For the stage
 * rows.
 */
#ifndef GEN_ROWS_CFI_CHECK_H
#define GEN_ROWS_CFI_CHECK_H

#include <capstone/capstone.h>

#include "rows/rows.h"

struct cfi_check {
    const struct image *image;
    csh arm, thumb;
};

/* Returns STATUS_... After an error the check is closed. */
int cfi_check_open(struct cfi_check *check, const struct image *image);
void cfi_check_close(struct cfi_check *check);

/*
 * Checks ROWS, the COUNT rows of one FDE in ascending order. Follows the instructions from the
 * first row to the first branch. Returns false if a row with a cfa relative to sp has another
 * offset than these instructions pushed. If an instruction cannot be followed, the rest counts as
 * right.
 */
bool cfi_check_fits(const struct cfi_check *check, const struct row *rows, size_t count);

#endif
