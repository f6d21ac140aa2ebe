/* SPDX-License-Identifier: MIT */
/*
 * The table of an image: the one it carries, or a fresh one; and the proof that it says the rows.
 */
#ifndef GEN_TABLE_H
#define GEN_TABLE_H

#include "formats/format.h"
#include "prove/proof.h"
#include "rows/core_env.h"
#include "table/encode_table.h"

/* What a fast table may take, in bytes a function, where nobody says otherwise. */
#define TABLE_BUDGET 2.6

/* A fresh table with what it was made of. */
struct table {
    enum plan_setting setting;
    double budget_bytes; /* a function, of a fast table; TABLE_BUDGET at first */
    struct reference reference;
    struct proof proof; /* of these bytes */
    uint8_t *bytes;
    uint32_t size_bytes;
    struct encode_sizes sizes;
    const struct format *format; /* NULL: Bobbin's own, with SETTING and SIZES */
    struct format_sizes format_sizes;
    bool blind; /* no source knows any rule: said on stderr, and of no use on a target */
};

/*
 * Builds a table for IMAGE and proves it: PROBLEMS, with a line for the first such instruction, if
 * the core, reading it, would be wrong anywhere.
 */
int table_build(struct table *table, const struct image *image, const struct row_options *options,
                enum plan_setting setting);
void table_free(struct table *table);

/*
 * The same without bytes and proof: the reference alone, for a look at the table that IMAGE
 * carries.
 */
int table_refer(struct table *table, const struct image *image, const struct row_options *options);

/*
 * Encodes the reference of a built TABLE anew, with SETTING, and proves that: bytes, sizes and
 * proof are its from here on.
 */
int table_encode(struct table *table, const struct image *image, enum plan_setting setting);

/* The same in the FORMAT of another. Where it is wrong, that is said, and no problem. */
int table_encode_foreign(struct table *table, const struct image *image,
                         const struct format *format);

#endif
