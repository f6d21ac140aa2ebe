/* SPDX-License-Identifier: MIT */
/* Rows of the functions at which a trace ends complete. */
#ifndef GEN_ROWS_ROOT_ROWS_H
#define GEN_ROWS_ROOT_ROWS_H

#include "rows/rows.h"

struct row_facts;

/* Adds the rows of the ELF entry of IMAGE and of the roots of FACTS, in any order. */
void root_rows(struct rows *rows, const struct image *image, const struct row_facts *facts);

#endif
