/* SPDX-License-Identifier: MIT */
/* Whether call frame information can be that of the code it lies on. */
#ifndef GEN_CFI_CHECK_H
#define GEN_CFI_CHECK_H

#include <capstone/capstone.h>

#include "rows/rows.h"

struct cfi_check {
    const struct image *image;
    csh arm, thumb;
};

/* STATUS_... */
int cfi_check_open(struct cfi_check *check, const struct image *image);
void cfi_check_close(struct cfi_check *check);

/*
 * Follows the prologue at the start of ROWS (those of one entry, ascending), from the first
 * instruction to the first branch: false when some row has another distance from sp to the cfa than
 * the instructions before it made.
 */
bool cfi_check_fits(const struct cfi_check *check, const struct row *rows, size_t count);

#endif
