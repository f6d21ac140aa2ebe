/* SPDX-License-Identifier: MIT */
/* Compares a table with the row list from which the table was made. */
#ifndef GEN_TABLE_COMPARE_TABLE_H
#define GEN_TABLE_COMPARE_TABLE_H

#include "rows/row_list.h"
#include <bobbin/bobbin.h>

/*
 * Returns at how many instructions the core gives another answer than LIST, and stores the first of
 * these addresses in *FIRST_WRONG. TABLE must store every row of LIST and nothing else.
 */
uint64_t table_compare(const struct image *image, const struct row_list *list,
                       const struct bobbin_table *table, uint32_t *first_wrong);

#endif
