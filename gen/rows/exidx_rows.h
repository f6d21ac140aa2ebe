/* SPDX-License-Identifier: MIT */
/* Rows from .ARM.exidx. */
#ifndef GEN_ROWS_EXIDX_ROWS_H
#define GEN_ROWS_EXIDX_ROWS_H

#include "rows/rows.h"

/* Adds the rows of IMAGE, in any order. Returns STATUS_... */
int exidx_rows(struct rows *rows, const struct image *image);

#endif
