/* SPDX-License-Identifier: MIT */
/*
 * The reconciled list: exactly one row for each address of code. The stage reference builds the
 * list; planning, proof and encoders read it.
 */
#ifndef GEN_ROWS_ROW_LIST_H
#define GEN_ROWS_ROW_LIST_H

#include "rows/rows.h"

/* A run of executable addresses. Its rows start at index ROWS_FIRST of the list. */
struct code_range {
    uint32_t start, size_bytes;
    size_t rows_first, rows_count;
};

/* The ranges in ascending order. The rows of a range cover it without gaps. */
struct row_list {
    struct rows rows;
    struct code_range *range;
    size_t ranges_count;
};

/*
 * Builds LIST from SOURCES, which ends with NULL. Each source is settled (rows_settle). The most
 * trusted source comes first. Returns STATUS_...
 */
#define ROW_LIST_SOURCES_MAX 8
int row_list_build(struct row_list *list, const struct image *image,
                   const struct rows *const *sources);
void row_list_free(struct row_list *list);

/*
 * Whether START to END - 1 contains no instruction except padding, and discovery reached all of it.
 */
bool row_list_no_code(const struct image *image, uint32_t start, uint32_t end);

/* Takes the rule from the addresses START to END - 1 of LIST, which are in one row. */
void row_list_take_rule(struct row_list *list, uint32_t start, uint32_t end);

/* The row that covers ADDRESS. NULL if no range contains ADDRESS. */
const struct row *row_list_find(const struct row_list *list, uint32_t address);

#endif
