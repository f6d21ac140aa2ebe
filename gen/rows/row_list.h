/* SPDX-License-Identifier: MIT */
/* The reconciled list: for each address of code exactly one row. */
#ifndef GEN_ROW_LIST_H
#define GEN_ROW_LIST_H

#include "rows/rows.h"

/* A run of executable addresses, and how many rows of the list before it belong to others. */
struct code_range {
    uint32_t start, size_bytes;
    size_t rows_first, rows_count;
};

/* Everything the encoder needs: ranges ascending, and for each the rows that tile it. */
struct row_list {
    struct rows rows;
    struct code_range *range;
    size_t ranges_count;
};

/*
 * Builds the list of IMAGE out of SOURCES, settled, the most trusted first, NULL at the end. STATUS_...
 */
#define ROW_LIST_SOURCES_MAX 8
int row_list_build(struct row_list *list, const struct image *image,
                   const struct rows *const *sources);
void row_list_free(struct row_list *list);

/* Whether no instruction stands in START to END - 1 but such as fill up to an alignment. */
bool row_list_no_code(const struct image *image, uint32_t start, uint32_t end);

/* The row of ADDRESS, or NULL outside the ranges. */
const struct row *row_list_find(const struct row_list *list, uint32_t address);

#endif
