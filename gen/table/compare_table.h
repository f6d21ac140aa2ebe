/* SPDX-License-Identifier: MIT */
/* Compares a table with the rows that it was made of. */
#ifndef GEN_COMPARE_TABLE_H
#define GEN_COMPARE_TABLE_H

#include "rows/row_list.h"
#include <bobbin/bobbin.h>

/*
 * At how many instructions the core gives another answer than LIST, of which TABLE is nothing but
 * the rows; the first of them.
 */
uint64_t table_compare(const struct image *image, const struct row_list *list,
                       const struct bobbin_table *table, uint32_t *first_wrong);

#endif
