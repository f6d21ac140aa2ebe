/* SPDX-License-Identifier: MIT */
/* The table that an image carries, and what to use if it carries none. */
#ifndef GEN_EMBEDDED_TABLE_H
#define GEN_EMBEDDED_TABLE_H

#include "table/table.h"

/* The section that the linker reserved (or embed has filled); NULL when there is none. */
const struct image_section *table_section(const struct image *image);

/*
 * Opens the table that IMAGE carries, checked against its build id, its own checksum and the code.
 */
enum bobbin_table_error table_embedded(const struct image *image, struct bobbin_table *out);

/* Opens the table of IMAGE at OUT: the one it carries if that is good, else FRESH. One that is
   there
   and bad is said on stderr. */
void table_choose(const struct image *image, const struct table *fresh, struct bobbin_table *out);

/*
 * The bytes that an unwinder on the host should use: the table in IMAGE when it is good, else a
 * fresh one (an embedded one that is bad is said on stderr). *BYTES is malloc'ed.
 */
int table_of_image(struct image *image, uint8_t **bytes, uint32_t *size_bytes);

#endif
