/* SPDX-License-Identifier: MIT */
/* Rows of the functions at which a trace ends complete. */
#ifndef GEN_ROWS_ROOT_ROWS_H
#define GEN_ROWS_ROOT_ROWS_H

#include "rows/rows.h"

/* Adds the rows of the roots of IMAGE and of OPTIONS, in any order. Returns STATUS_... */
int root_rows(struct rows *rows, const struct image *image, const struct row_options *options);

#endif
