/* SPDX-License-Identifier: MIT */
/* Rows from .debug_frame and .eh_frame. */
#ifndef GEN_ROWS_CFI_ROWS_H
#define GEN_ROWS_CFI_ROWS_H

#include "rows/named_code.h"
#include "rows/rows.h"

/*
 * Adds the rows of functions that IMAGE contains, in any order. Adds to NAMELESS, in ascending
 * order, the starts of functions without a symbol: linkers keep the code of a weak function whose
 * symbol belongs to a strong one. Returns STATUS_...
 */
int cfi_rows(struct rows *rows, struct code_addresses *nameless, const struct image *image);

#endif
