/* SPDX-License-Identifier: MIT */
/* Rows of the functions that return from an exception. */
#ifndef GEN_ROWS_HANDLER_ROWS_H
#define GEN_ROWS_HANDLER_ROWS_H

#include "rows/rows.h"

/*
 * Adds a row of form NONE for each function that returns from an exception. Its CFI describes an
 * ordinary call, so an unwinder would continue on another stack than that of the interrupted code.
 */
void handler_rows(struct rows *rows, const struct image *image);

#endif
