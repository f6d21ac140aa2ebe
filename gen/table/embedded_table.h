/* SPDX-License-Identifier: MIT */
/* The table in an image, and the fallback for images without a usable table. */
#ifndef GEN_TABLE_EMBEDDED_TABLE_H
#define GEN_TABLE_EMBEDDED_TABLE_H

#include "table/table.h"

/*
 * Returns the section that the linker reserved for the table, empty or filled by `bobbin embed`.
 * Returns NULL if the image has none.
 */
const struct image_section *table_section(const struct image *image);

/*
 * Opens the table in IMAGE. Checks the table against the build id, its own checksum and the code.
 */
enum bobbin_table_error table_open_embedded(const struct image *image, struct bobbin_table *out);

/*
 * Opens a table for IMAGE in OUT: the table in the image if it is good, otherwise FRESH. Warns on
 * stderr if the image has a table that is not good.
 */
void table_choose(const struct image *image, const struct table *fresh, struct bobbin_table *out);

/*
 * Returns in *BYTES (malloc'ed) the table that an unwinder on the host should use: the table in
 * IMAGE if it is good, otherwise a fresh one with all rules of exception entry code. Warns on
 * stderr if the image has a table that is not good.
 */
int table_of_image(struct image *image, uint8_t **bytes, uint32_t *size_bytes);

/* A fresh table with all rules of exception entry code, whatever table is in IMAGE. */
int table_fresh_of_image(struct image *image, uint8_t **bytes, uint32_t *size_bytes);

/* As table_of_image, with resume rules: a fresh table if the good one in IMAGE has none. */
int table_of_image_with_tasks(struct image *image, uint8_t **bytes, uint32_t *size_bytes);

#endif
