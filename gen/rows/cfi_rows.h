/* SPDX-License-Identifier: MIT */
/* Rows from .debug_frame and .eh_frame. */
#ifndef GEN_ROWS_CFI_ROWS_H
#define GEN_ROWS_CFI_ROWS_H

#include "rows/rows.h"

/* Adds the rows of functions that IMAGE contains, in any order. Returns STATUS_... */
int cfi_rows(struct rows *rows, const struct image *image);

#endif
